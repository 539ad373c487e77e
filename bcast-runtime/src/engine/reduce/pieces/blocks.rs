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
use std::collections::HashMap;
use std::mem::MaybeUninit;

/// What blocks have accumulated.
#[derive(Default)]
pub(in crate::engine) struct Accumulated {
    tree: Option<Tree>,
    /// Of each node that is complete and has not been taken by another: the accumulators of all outputs.
    lots: Vec<Option<Slab>>,
    /// Of leaves that are not complete: tile by tile, fold by fold, their accumulators.
    leaves: HashMap<usize, Vec<MaybeUninit<u8>>>,
    /// How many joins are done.
    joined: usize,
}

impl Accumulated {
    /// Accumulates a block of a reducing stage along an axis that it reduces.
    ///
    /// # Safety
    /// As for [`run`](crate::engine::reduce::run), of what the block has; blocks come in order, and end there.
    pub(in crate::engine) unsafe fn block(&mut self, placed: &PlacedPass, axis: usize, ends: &[usize], block: usize) {
        let plan = plan(placed, None);
        let outputs = placed.outputs();
        let mut reduction = Reduction::new(placed, &outputs, &plan);
        // What lies ahead is another block's.
        reduction.pass.ahead = 0;
        let tree = self.tree.take().unwrap_or_else(|| Tree::of(&reduction, &Cut::of(placed, axis, ends.to_vec())));
        self.lots.resize_with(tree.nodes.len(), || None);
        let (rows, columns) = reduction.extent();
        let tiles: Vec<Tile> = reduction.tiles(0..rows, 0..columns).collect();
        for (at, node) in tree.nodes.iter().enumerate() {
            if node.runs.is_empty() && node.owner == block {
                // SAFETY: the leaves are those of the block; the tiles are all outputs.
                self.lots[at] = Some(unsafe { reduction.node_of_block(node, &tiles, helpers(placed)) });
            } else if node.runs.iter().any(|run| run.owner == block) {
                let mut state = self.leaves.remove(&at).unwrap_or_default();
                // SAFETY: the block has its runs of the leaf, and the state is that of the blocks before.
                self.lots[at] = unsafe { reduction.leaf_of_blocks(node, block, &mut state) };
                if self.lots[at].is_none() {
                    self.leaves.insert(at, state);
                }
            }
        }
        self.join(&reduction, &tree);
        self.tree = Some(tree);
    }

    /// Joins nodes that are complete, in the order of the tree.
    fn join(&mut self, reduction: &Reduction, tree: &Tree) {
        while let Some(&(left, right)) = tree.joins.get(self.joined) {
            if self.lots[left].is_none() || self.lots[right].is_none() {
                return;
            }
            let mut taken = self.lots[right].take().expect("it is complete");
            let (own, taken) = (self.lots[left].as_mut().expect("it is complete").ptr(), taken.ptr());
            for (fold, start) in reduction.folds.iter().zip(reduction.starts()) {
                // SAFETY: both have an accumulator of each output there.
                unsafe { (fold.join)(own.wrapping_add(start), taken.wrapping_add(start), reduction.outputs_len()) };
            }
            self.joined += 1;
        }
    }

    /// Writes the results.
    ///
    /// # Safety
    /// As for [`run`](crate::engine::reduce::run); all blocks of this stage have been accumulated.
    pub(in crate::engine) unsafe fn finish(mut self, placed: &PlacedPass) {
        let plan = plan(placed, None);
        let outputs = placed.outputs();
        let reduction = Reduction::new(placed, &outputs, &plan);
        let lot = self.lots[0].as_mut().expect("the first node has taken all others").ptr();
        let (rows, columns) = reduction.extent();
        with_scratch(reduction.scratch(), |scratch| {
            let mut walk = reduction.walk(scratch, &[]);
            let sums = Sums { base: scratch, levels: &reduction.levels };
            for tile in reduction.tiles(0..rows, 0..columns) {
                reduction.move_lot(tile, lot, &sums, true);
                // SAFETY: level 0 has the joins, and the items have memory.
                unsafe { reduction.finish(&mut walk, tile, &sums) };
            }
        });
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
    fn starts(&self) -> Vec<usize> {
        let mut starts = vec![0];
        for fold in &self.folds {
            starts.push(starts[starts.len() - 1] + (fold.acc * self.outputs_len()).next_multiple_of(ALIGN));
        }
        starts
    }

    /// Moves the accumulators of a tile at level 0 to those of all outputs, or back.
    fn move_lot(&self, tile: Tile, lot: *mut u8, sums: &Sums<'_>, back: bool) {
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
    unsafe fn leaf_of_blocks(&self, node: &Node, block: usize, state: &mut Vec<MaybeUninit<u8>>) -> Option<Slab> {
        let width = self.width_of_leaves();
        let (levels, room) = levels(&self.folds, width, self.lanes(), 1);
        let mut memory = Slab::new(room);
        let sums = Sums { base: memory.ptr(), levels: &levels };
        let (before, is_last) = (std::mem::take(state), node.owner == block);
        let (mut before, mut slab) = (before.as_slice(), is_last.then(|| Slab::new(self.starts()[self.folds.len()])));
        with_scratch(self.scratch(), |scratch| {
            let mut walk = self.walk(scratch, &[]);
            for tile in self.tiles_of_leaves(width) {
                // SAFETY: the runs of the block are those of the leaf; level 0 has room for a leaf.
                unsafe {
                    self.begin_or_go_on(tile, &mut before, &sums);
                    for run in node.runs.iter().filter(|run| run.owner == block) {
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
