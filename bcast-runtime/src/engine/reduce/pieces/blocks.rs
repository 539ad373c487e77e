//! The same tree where memory has one block at a time: blocks accumulate in order, nodes join as soon as they can, and
//! a leaf that is not complete waits for the next block.

use super::tree::{Cut, Node, Tree};
use super::{OUTPUTS, bytes};
use crate::engine::ALIGN;
use crate::engine::cursor::LANES;
use crate::engine::passes::PlacedPass;
use crate::engine::reduce::sums::{Sums, levels};
use crate::engine::reduce::{Reduction, Tile, helpers, plan};
use crate::engine::slab::{Slab, with_scratch};
use crate::engine::work_sharing::share;
use crate::place::{Place, Stretch};
use std::collections::HashMap;
use std::mem::MaybeUninit;

/// The blocks of a sweep along an axis that a stage reduces.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Along<'b> {
    pub(in crate::engine) axis: usize,
    pub(in crate::engine) blocks: &'b [Stretch],
    /// Where the parts of all pieces end. Where there is one piece, this is at the size.
    pub(in crate::engine) ends: &'b [usize],
    pub(in crate::engine) place: &'b dyn Place,
}

impl Along<'_> {
    /// Which pieces are here.
    fn here(&self) -> Vec<bool> {
        let mut here = vec![false; self.ends.len()];
        match self.ends.len() {
            1 => here[0] = true,
            _ => self.place.here().into_iter().for_each(|piece| here[piece] = true),
        }
        here
    }

    /// Where units end: what comes before the blocks, each of them, what comes behind.
    fn units(&self) -> Vec<usize> {
        let first = self.blocks.first().map_or(0, |block| block.indices.start);
        let ends = self.blocks.iter().map(|block| block.indices.end);
        std::iter::once(first).chain(ends).chain(self.ends.last().copied()).collect()
    }
}

/// How an output is joined.
struct Trees {
    /// By pieces: a leaf belongs to the one that has its first element.
    of_pieces: Tree,
    /// By blocks: the nodes of the pieces that are here.
    own: Tree,
    /// The node of the blocks that takes all, for each node of the pieces that is here, in their order.
    tops: Vec<usize>,
}

impl Trees {
    fn of(reduction: &Reduction, placed: &PlacedPass, along: Along) -> Self {
        let leaves = reduction.listed_leaves();
        let of_pieces = Tree::begun(&leaves, &Cut::of(placed, along.axis, along.ends.to_vec()));
        let (units, here) = (Cut::of(placed, along.axis, along.units()), along.here());
        let (mut own, mut tops) = (Tree { nodes: Vec::new(), joins: Vec::new() }, Vec::new());
        for node in of_pieces.nodes.iter().filter(|node| here[node.owner]) {
            tops.push(own.add(&leaves, node.leaves.clone(), &units));
        }
        let keeps = (0..placed.work.yields().len()).any(|item| placed.keeps(item));
        let of_others = of_pieces.nodes.iter().filter(|node| keeps && !here[node.owner]);
        // Nobody joins these, but what the stage keeps of their elements is wanted here.
        for leaf in of_others.flat_map(|node| node.leaves.clone()) {
            if leaves.touches(leaf, &units, 1..=along.blocks.len()) {
                own.add(&leaves, leaf..leaf + 1, &units);
            }
        }
        Trees { of_pieces, own, tops }
    }
}

/// What blocks have accumulated.
#[derive(Default)]
pub(in crate::engine) struct Accumulated {
    trees: Option<Trees>,
    /// Of each node of blocks that is complete and has not been taken by another: the accumulators of all outputs.
    lots: Vec<Option<Slab>>,
    /// Of leaves that are not complete: tile by tile, fold by fold, their accumulators.
    leaves: HashMap<usize, Vec<MaybeUninit<u8>>>,
    /// How many joins are done.
    joined: usize,
}

impl Accumulated {
    /// Accumulates a block of a reducing stage.
    ///
    /// # Safety
    /// As for [`run`](crate::engine::reduce::run), of what the block has; blocks come in order.
    pub(in crate::engine) unsafe fn block(&mut self, placed: &PlacedPass, along: Along, block: usize) {
        let plan = plan(placed, None);
        let outputs = placed.outputs();
        let mut reduction = Reduction::of_leaves(placed, &outputs, (&plan, None));
        // What lies ahead is another block's.
        reduction.pass.ahead = 0;
        let trees = self.trees.take().unwrap_or_else(|| Trees::of(&reduction, placed, along));
        self.lots.resize_with(trees.own.nodes.len(), || None);
        let tiles: Vec<Tile> = reduction.all_tiles().collect();
        // What comes before the first block is a unit.
        let unit = block + 1;
        for (at, node) in trees.own.nodes.iter().enumerate() {
            if node.runs.is_empty() && node.owner == unit {
                // SAFETY: the leaves are those of the block; the tiles are all outputs.
                self.lots[at] = Some(unsafe { reduction.node_of_block(node, &tiles, helpers(placed)) });
            } else if node.runs.iter().any(|run| run.owner == unit) {
                let mut state = self.leaves.remove(&at).unwrap_or_default();
                // SAFETY: the block has its runs of the leaf, and the state is that of the blocks before.
                self.lots[at] = unsafe { reduction.leaf_of_blocks(node, unit, &mut state) };
                if self.lots[at].is_none() {
                    self.leaves.insert(at, state);
                }
            }
        }
        self.join(&reduction, &trees.own);
        self.trees = Some(trees);
    }

    /// Joins nodes that are complete, in the order of the tree.
    fn join(&mut self, reduction: &Reduction, tree: &Tree) {
        while let Some(&(left, right)) = tree.joins.get(self.joined) {
            if self.lots[left].is_none() || self.lots[right].is_none() {
                return;
            }
            let mut taken = self.lots[right].take().expect("it is complete");
            // SAFETY: both have an accumulator of each output.
            unsafe { reduction.join_lots(self.lots[left].as_mut().expect("it is complete"), &mut taken) };
            self.joined += 1;
        }
    }

    /// Writes the results, when all pieces have accumulated theirs.
    ///
    /// # Safety
    /// As for [`run`](crate::engine::reduce::run); all blocks of this stage have been accumulated.
    pub(in crate::engine) unsafe fn finish(self, placed: &PlacedPass, along: Along) {
        let plan = plan(placed, None);
        let outputs = placed.outputs();
        let reduction = Reduction::of_leaves(placed, &outputs, (&plan, None));
        // SAFETY: as whoever calls says.
        let mut all = unsafe { self.of_all(&reduction, placed, along) };
        let lot = all.ptr();
        with_scratch(reduction.scratch(), |scratch| {
            let mut walk = reduction.walk(scratch, &[]);
            let sums = Sums { base: scratch, levels: &reduction.levels };
            for tile in reduction.all_tiles() {
                reduction.move_lot(tile, lot, &sums, true);
                // SAFETY: level 0 has the joins, and the items have memory.
                unsafe { reduction.finish(&mut walk, tile, &sums) };
            }
        });
    }

    /// The accumulators of everything, which pieces have shared.
    ///
    /// # Safety
    /// As for [`finish`](Accumulated::finish).
    unsafe fn of_all(mut self, reduction: &Reduction, placed: &PlacedPass, along: Along) -> Slab {
        let trees = self.trees.take().unwrap_or_else(|| Trees::of(reduction, placed, along));
        let mut own = trees.tops.iter().map(|&top| self.lots[top].take().expect("all blocks have been accumulated"));
        let nodes = &trees.of_pieces.nodes;
        if let [_] = along.ends {
            return own.next().expect("one node has all");
        }
        let (bytes_of_node, here) = (reduction.starts()[reduction.folds.len()], along.here());
        let mut lots: Vec<Vec<MaybeUninit<u8>>> = vec![Vec::new(); along.ends.len()];
        for node in nodes {
            let lot = &mut lots[node.owner];
            if !here[node.owner] {
                lot.resize(lot.len() + bytes_of_node, MaybeUninit::uninit());
                continue;
            }
            let mut own = own.next().expect("it is here");
            // SAFETY: it has so many bytes.
            lot.extend_from_slice(unsafe { bytes(own.ptr(), bytes_of_node) });
        }
        drop(own);
        along.place.share(&mut lots);
        let mut all: Vec<Slab> = nodes.iter().map(|_| Slab::new(bytes_of_node)).collect();
        for (at, node) in nodes.iter().enumerate() {
            let start = trees.of_pieces.place_in_lot(at) * bytes_of_node;
            // SAFETY: it has so many bytes.
            unsafe { bytes(all[at].ptr(), bytes_of_node) }
                .copy_from_slice(&lots[node.owner][start..start + bytes_of_node]);
        }
        for &(left, right) in &trees.of_pieces.joins {
            let [left, right] = all.get_disjoint_mut([left, right]).expect("two nodes");
            // SAFETY: both have an accumulator of each output.
            unsafe { reduction.join_lots(left, right) };
        }
        all.swap_remove(0)
    }
}

/// Where threads write the accumulators of a node, each of them those of its tiles.
#[derive(Clone, Copy)]
struct Lot(*mut u8);
// SAFETY: threads divide the tiles.
unsafe impl Sync for Lot {}
impl Lot {
    fn ptr(&self) -> *mut u8 {
        self.0
    }
}

impl<'a> Reduction<'a> {
    /// Where the accumulators of each fold begin, of all outputs; and then all bytes.
    pub(in crate::engine::reduce) fn starts(&self) -> Vec<usize> {
        let mut starts = vec![0];
        for fold in &self.folds {
            starts.push(starts[starts.len() - 1] + (fold.acc * self.outputs_len()).next_multiple_of(ALIGN));
        }
        starts
    }

    /// Joins the accumulators of all outputs to those of a node.
    ///
    /// # Safety
    /// Both nodes have one of each output.
    unsafe fn join_lots(&self, left: &mut Slab, right: &mut Slab) {
        let (left, right) = (left.ptr(), right.ptr());
        for (fold, start) in self.folds.iter().zip(self.starts()) {
            // SAFETY: as whoever calls says.
            unsafe { (fold.join)(left.wrapping_add(start), right.wrapping_add(start), self.outputs_len()) };
        }
    }

    /// Moves the accumulators of a tile at level 0 to those of all outputs, or back.
    pub(in crate::engine::reduce) fn move_lot(&self, tile: Tile, lot: *mut u8, sums: &Sums<'_>, back: bool) {
        for (at, (fold, start)) in self.folds.iter().zip(self.starts()).enumerate() {
            let of_tile = lot.wrapping_add(start + self.first_output(tile) * fold.acc);
            let (from, to) = if back { (of_tile, sums.at(at, 0)) } else { (sums.at(at, 0), of_tile) };
            // SAFETY: both have room for an accumulator of each output of the tile, and do not overlap.
            unsafe { std::ptr::copy_nonoverlapping(from, to, tile.width() * fold.acc) };
        }
    }

    /// The join of leaves of which a block has all elements.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`]; the block has the leaves of the node.
    unsafe fn node_of_block(&self, node: &Node, tiles: &[Tile], threads: usize) -> Slab {
        let mut slab = Slab::new(self.starts()[self.folds.len()]);
        let lot = Lot(slab.ptr());
        let some = |tiles: &mut dyn Iterator<Item = usize>, of: &[Tile], threads: usize| {
            with_scratch(self.scratch(), |scratch| {
                let mut walk = self.walk(scratch, &[]);
                let mut sums = Sums { base: scratch, levels: &self.levels };
                for at in tiles {
                    // SAFETY: as whoever calls says; a tile is taken once.
                    unsafe { self.leaves(&mut walk, of[at], node.leaves.clone(), threads, &mut sums) };
                    self.move_lot(of[at], lot.ptr(), &sums, false);
                }
            });
        };
        if threads > 1 && tiles.len() >= 2 * threads {
            share(tiles.len(), |pieces| some(&mut pieces.into_iter(), tiles, 1));
        } else {
            some(&mut (0..tiles.len()), tiles, threads);
        }
        slab
    }

    /// Goes on with a leaf that several blocks have, as far as this one has it; gives its accumulators when they are
    /// complete.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`]; the state is what the block before has left, and empty for the first one.
    unsafe fn leaf_of_blocks(&self, node: &Node, unit: usize, state: &mut Vec<MaybeUninit<u8>>) -> Option<Slab> {
        let width = self.width_of_leaves();
        let (levels, room) = levels(&self.folds, width, self.lanes(), 1);
        let mut memory = Slab::new(room);
        let sums = Sums { base: memory.ptr(), levels: &levels };
        let (before, is_last) = (std::mem::take(state), node.owner == unit);
        let (mut before, mut slab) = (before.as_slice(), is_last.then(|| Slab::new(self.starts()[self.folds.len()])));
        with_scratch(self.scratch(), |scratch| {
            let mut walk = self.walk(scratch, &[]);
            for tile in self.tiles_of_leaves(width) {
                // SAFETY: the runs of the block are those of the leaf; level 0 has room for a leaf.
                unsafe {
                    self.begin_or_go_on(tile, &mut before, &sums);
                    for run in node.runs.iter().filter(|run| run.owner == unit) {
                        self.resume(&mut walk, tile, &self.part(tile, node.leaves.start), run, &sums);
                    }
                    match &mut slab {
                        Some(slab) => {
                            if self.traversal.leaves_at_once == 1 {
                                self.halve(tile, &sums);
                            }
                            self.move_lot(tile, slab.ptr(), &sums, false);
                        }
                        None => self.state(tile, &sums, |state_of_fold| state.extend_from_slice(state_of_fold)),
                    }
                }
            }
        });
        slab
    }

    /// Clears the accumulators of a leaf, or takes those that a block has left.
    ///
    /// # Safety
    /// Level 0 has room for a leaf.
    unsafe fn begin_or_go_on(&self, tile: Tile, before: &mut &[MaybeUninit<u8>], sums: &Sums<'_>) {
        if before.is_empty() {
            for (at, fold) in self.folds.iter().enumerate() {
                // SAFETY: as whoever calls says.
                unsafe { (fold.clear)(sums.at(at, 0), tile.width() * self.lanes()) };
            }
            return;
        }
        // SAFETY: as whoever calls says.
        unsafe {
            self.state(tile, sums, |state_of_fold| {
                let (own, others) = before.split_at(state_of_fold.len());
                state_of_fold.copy_from_slice(own);
                *before = others;
            });
        }
    }

    /// The accumulators of a leaf, fold by fold.
    ///
    /// # Safety
    /// Level 0 has room for a leaf.
    unsafe fn state(&self, tile: Tile, sums: &Sums<'_>, mut each: impl FnMut(&mut [MaybeUninit<u8>])) {
        for (at, fold) in self.folds.iter().enumerate() {
            // SAFETY: as whoever calls says.
            each(unsafe { bytes(sums.at(at, 0), tile.width() * self.lanes() * fold.acc) });
        }
    }

    /// So many outputs have accumulators of a leaf side by side.
    pub(super) fn width_of_leaves(&self) -> usize {
        match self.traversal {
            traversal if traversal.is_row() || traversal.takes_turns() => LANES,
            traversal if traversal.along => 1,
            _ => OUTPUTS,
        }
    }

    /// The outputs, so many at a time.
    pub(super) fn tiles_of_leaves(&self, width: usize) -> impl Iterator<Item = Tile> {
        let (all_rows, all_columns) = self.extent();
        let high = if self.traversal.along { width } else { 1 };
        let tile = move |row: usize, column: usize| Tile {
            row,
            rows: high.min(all_rows - row),
            column,
            columns: width.min(all_columns - column),
        };
        (0..all_rows)
            .step_by(high)
            .flat_map(move |row| (0..all_columns).step_by(width).map(move |column| tile(row, column)))
    }
}
