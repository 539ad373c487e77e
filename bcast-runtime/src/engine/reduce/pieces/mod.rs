//! A reduction over the axis along which a place cuts, by the tree that everybody else has.
//!
//! Each piece accumulates the leaves of which it has all elements, and joins those that make a node of the tree. A leaf
//! whose elements several pieces have goes from one to the next, as accumulators that are not joined yet: each joins
//! its elements to them, in the order of all. Then pieces share their nodes, and each of them joins all; many nodes of
//! many pieces are joined on the way.
//!
//! ```text
//! leaves      0   1   2   3   4   5         who has them   0 0 0/1 1 1 1
//! nodes       0 1     2   3   4 5           of piece 0, handed on from 0 to 1, of piece 1, of piece 1
//! ```
//! Where other axes are reduced around the one that is cut, every leaf may go around many times.

mod blocks;
mod joined;
mod tree;

use super::order::order;
use super::sums::{Sums, levels};
use super::traversal::{Part, Traversal};
use super::{Reduction, Tile, columns, helpers, plan};
use crate::engine::cursor::{Accs, Cursor, LANES};
use crate::engine::passes::{PlacedPass, Shaped};
use crate::engine::slab::{Slab, with_scratch};
use crate::engine::walk::Walk;
use crate::place::Place;
pub(in crate::engine) use blocks::{Accumulated, Along};
use std::mem::MaybeUninit;
use tree::{Cut, Leaves, Node, Run, Tree};

/// Columns whose accumulators are handed on together.
const OUTPUTS: usize = 1024;

/// Runs a reducing stage over an axis along which a place cuts it.
///
/// # Safety
/// As for [`run`](super::run), of what is here; the shape has elements.
pub(in crate::engine) unsafe fn run(placed: &PlacedPass, axis: usize, place: &dyn Place) {
    let plan = plan(placed, None);
    let outputs = placed.outputs();
    let mut reduction = Reduction::of_leaves(placed, &outputs, (&plan, None));
    // What lies ahead may be another piece's.
    reduction.pass.ahead = 0;
    let ends = (0..place.pieces()).map(|piece| place.part(placed.shape.sizes()[axis], piece).end);
    let tree = Tree::of(&reduction.listed_leaves(), &Cut::of(placed, axis, ends.collect()));
    let mut pieces = Pieces { here: vec![false; place.pieces()], lots: Vec::new(), place };
    place.here().into_iter().for_each(|piece| pieces.here[piece] = true);
    let bytes = reduction.outputs_len() * reduction.acc_bytes();
    let on_the_way = joined::on_the_way(place, bytes);
    let nodes = |piece: usize| match on_the_way && !pieces.here[piece] {
        true => 0,
        false => tree.nodes.iter().filter(|node| node.owner == piece).count(),
    };
    pieces.lots = (0..place.pieces()).map(|piece| vec![MaybeUninit::uninit(); nodes(piece) * bytes]).collect();
    let tiles: Vec<Tile> = reduction.all_tiles().collect();
    with_scratch(reduction.scratch(), |scratch| {
        let mut walk = reduction.walk(scratch, &[]);
        let mut sums = Sums { base: scratch, levels: &reduction.levels };
        // SAFETY: as whoever calls says; the tiles are all outputs, the tree is that of the reduction.
        unsafe {
            for piece in place.here() {
                reduction.nodes_of(piece, &mut walk, (&tiles, &tree), &mut pieces, &mut sums, helpers(placed));
            }
            reduction.nodes_of_several(&mut walk, &tree, &mut pieces);
            let left = on_the_way.then(|| reduction.join_on_the_way((&tiles, &tree), &mut pieces, &mut sums));
            place.share(&mut pieces.lots);
            reduction.finish_all(&mut walk, (&tiles, left.as_ref().unwrap_or(&tree)), &pieces, &mut sums);
        }
    });
}

/// Behind which index along an axis that a stage reduces each process has the elements of the leaves that begin in its
/// part; parts end there.
pub(in crate::engine) fn reach(pass: &Shaped, axis: usize, ends: &[usize]) -> Vec<usize> {
    let columns = columns(pass, None, &order(pass, None));
    let leaves = Leaves::of(Traversal::of(pass, columns, None), columns);
    tree::reach(&leaves, &Cut::of(pass, axis, ends.to_vec()))
}

/// The pieces while they accumulate.
struct Pieces<'p> {
    place: &'p dyn Place,
    /// Which of them are here.
    here: Vec<bool>,
    /// What each has accumulated: node by node, fold by fold, the accumulators of all outputs.
    lots: Vec<Vec<MaybeUninit<u8>>>,
}

/// All outputs, and how each of them is joined.
type Work<'w> = (&'w [Tile], &'w Tree);

impl<'a> Reduction<'a> {
    fn listed_leaves(&self) -> Leaves {
        Leaves::of(self.traversal, self.pass.columns())
    }

    /// Bytes of the accumulators of one output.
    fn acc_bytes(&self) -> usize {
        self.folds.iter().map(|fold| fold.acc).sum()
    }

    /// Accumulators of an output while a leaf is not complete.
    fn lanes(&self) -> usize {
        if self.traversal.leaves_at_once == 1 { self.traversal.lanes } else { 1 }
    }

    /// Accumulates what one piece has all of.
    ///
    /// # Safety
    /// As for [`run`]; the piece is here.
    unsafe fn nodes_of(
        &self,
        piece: usize,
        walk: &mut Walk<'_, 'a>,
        (tiles, tree): Work,
        pieces: &mut Pieces,
        sums: &mut Sums<'_>,
        threads: usize,
    ) {
        for (at, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.owner == piece && node.runs.is_empty())
        {
            for &tile in tiles {
                // SAFETY: the leaves are those of the piece, which is here.
                unsafe { self.leaves(walk, tile, node.leaves.clone(), threads, sums) };
                self.save(tile, (tree, at), pieces, sums);
            }
        }
    }

    /// Accumulates the leaves that go from piece to piece, as far as these are here: so many outputs at a time that
    /// every process hands on the same.
    ///
    /// # Safety
    /// As for [`run`].
    unsafe fn nodes_of_several(&self, walk: &mut Walk<'_, 'a>, tree: &Tree, pieces: &mut Pieces) {
        let width = self.width_of_leaves();
        let (levels, room) = levels(&self.folds, width, self.lanes(), 1);
        let mut memory = Slab::new(room);
        let mut sums = Sums { base: memory.ptr(), levels: &levels };
        for (at, node) in tree.handed_on(&pieces.here) {
            for tile in self.tiles_of_leaves(width) {
                // SAFETY: the runs are those of the leaf.
                unsafe { self.leaf_of_several(walk, tile, node, pieces, &mut sums) };
                if pieces.here[node.owner] {
                    self.save(tile, (tree, at), pieces, &sums);
                }
            }
        }
    }

    /// # Safety
    /// As for [`run`]; the runs of the node are those of its leaf.
    unsafe fn leaf_of_several(
        &self,
        walk: &mut Walk<'_, 'a>,
        tile: Tile,
        node: &Node,
        pieces: &Pieces,
        sums: &mut Sums<'_>,
    ) {
        for (at, fold) in self.folds.iter().enumerate() {
            // SAFETY: level 0 has room for a leaf.
            unsafe { (fold.clear)(sums.at(at, 0), tile.width() * self.lanes()) };
        }
        let mut owner = node.runs[0].owner;
        for run in &node.runs {
            if run.owner != owner && (pieces.here[owner] || pieces.here[run.owner]) {
                self.hand_on(tile, (owner, run.owner), pieces.place, sums);
            }
            owner = run.owner;
            if pieces.here[owner] {
                // SAFETY: the run is a piece's that is here; the accumulators have been cleared.
                unsafe { self.resume(walk, tile, &self.part(tile, node.leaves.start), run, sums) };
            }
        }
        if pieces.here[owner] && self.traversal.leaves_at_once == 1 {
            // SAFETY: the accumulators are initialised.
            unsafe { self.halve(tile, sums) };
        }
    }

    /// Hands the accumulators of a leaf on.
    fn hand_on(&self, tile: Tile, (from, to): (usize, usize), place: &dyn Place, sums: &Sums<'_>) {
        let parts = self.folds.iter().enumerate().map(|(at, fold)| {
            // SAFETY: level 0 has so many bytes.
            unsafe { bytes(sums.at(at, 0), tile.width() * self.lanes() * fold.acc) }
        });
        let mut parts: Vec<&mut [MaybeUninit<u8>]> = parts.collect();
        let mut state: Vec<MaybeUninit<u8>> = parts.iter().flat_map(|part| part.iter().copied()).collect();
        place.hand_on(from, to, &mut state);
        let mut rest = &state[..];
        for part in &mut parts {
            let (own, others) = rest.split_at(part.len());
            part.copy_from_slice(own);
            rest = others;
        }
    }

    /// Joins the elements of a run to the accumulators of its leaf, which is this part: row by row, and runs of lanes
    /// where they would be in the whole leaf.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`]; the accumulators are initialised.
    unsafe fn resume(&self, walk: &mut Walk<'_, 'a>, tile: Tile, leaf: &Part, run: &Run, sums: &Sums<'_>) {
        let (traversal, widest) = (self.traversal, self.pass.block.1);
        walk.accumulate(traversal.accs());
        let rows = if traversal.is_row() { 0..tile.rows } else { run.rows.clone() };
        for row in rows {
            walk.start(tile.row * traversal.rows + row);
            let columns = match traversal.along {
                true => run.columns.clone(),
                false => tile.column..tile.column + tile.columns,
            };
            let mut column = columns.start;
            while column < columns.end {
                let (acc, room) = self.acc_of(tile, leaf, row, column);
                let wide = widest.min(room).min(columns.end - column);
                for (at, fold) in self.folds.iter().enumerate() {
                    let right = if traversal.accs() == Accs::Lanes { 0 } else { LANES * fold.acc };
                    let ptr = sums.at(at, 0).wrapping_add(acc * fold.acc);
                    *walk.fold_cursor(at) = Cursor::new(ptr, [right as isize, 0]);
                }
                // SAFETY: these columns are in the plan, and no more than a block; their accumulators are initialised.
                unsafe { walk.block((0, 1), (column, wide)) };
                column += wide;
            }
        }
    }

    /// Which accumulator takes an element of a leaf, and how many columns from it on take those that follow.
    fn acc_of(&self, tile: Tile, leaf: &Part, row: usize, column: usize) -> (usize, usize) {
        let traversal = self.traversal;
        if !traversal.along {
            let row = row - leaf.0.start;
            let line = match traversal.every {
                1 => traversal.place_in_line(row),
                _ if traversal.leaves_at_once > 1 => 0,
                _ => traversal.turn(row),
            };
            return (line * tile.columns + column - tile.column, usize::MAX);
        }
        let is_behind = traversal.has_rows_end_to_end();
        let before = if is_behind { (row - leaf.0.start) * self.pass.columns() } else { 0 };
        if traversal.is_short {
            return (row * traversal.lanes + column - leaf.1.start, usize::MAX);
        }
        let lane = (before + column - leaf.1.start) % LANES;
        let own = if traversal.is_row() { row * traversal.lanes } else { 0 };
        // From the first lane on a kernel takes runs of them.
        (own + lane, if lane == 0 { usize::MAX } else { LANES - lane })
    }

    /// Puts the join of a node, at level 0, into the lot of its owner.
    fn save(&self, tile: Tile, node: (&Tree, usize), pieces: &mut Pieces, sums: &Sums<'_>) {
        let lot = &mut pieces.lots[node.0.nodes[node.1].owner];
        for (at, fold) in self.folds.iter().enumerate() {
            let len = tile.width() * fold.acc;
            let start = self.place_in_lot(tile, node, at);
            // SAFETY: level 0 has an accumulator of each output.
            lot[start..start + len].copy_from_slice(unsafe { bytes(sums.at(at, 0), len) });
        }
    }

    /// Where the lot of its owner has the accumulators of a node for a fold and the outputs of a tile.
    fn place_in_lot(&self, tile: Tile, (tree, node): (&Tree, usize), fold: usize) -> usize {
        let before: usize = self.folds[..fold].iter().map(|fold| fold.acc).sum();
        let all = tree.place_in_lot(node) * self.acc_bytes() + before;
        all * self.outputs_len() + self.first_output(tile) * self.folds[fold].acc
    }

    /// How many outputs there are.
    pub(super) fn outputs_len(&self) -> usize {
        let (rows, columns) = self.extent();
        rows * columns
    }

    /// The number of the first output of a tile; those of the others follow.
    fn first_output(&self, tile: Tile) -> usize {
        tile.row * self.extent().1 + tile.column
    }

    /// Joins the nodes of all outputs, and writes their results.
    ///
    /// # Safety
    /// As for [`run`]; the lots of all pieces have been written.
    unsafe fn finish_all(&self, walk: &mut Walk<'_, 'a>, (tiles, tree): Work, pieces: &Pieces, sums: &mut Sums<'_>) {
        let rooms = sums.rooms(tree.nodes.len(), self.room);
        for &tile in tiles {
            for (node, owner) in tree.nodes.iter().map(|node| node.owner).enumerate() {
                for (at, fold) in self.folds.iter().enumerate() {
                    let len = tile.width() * fold.acc;
                    let start = self.place_in_lot(tile, (tree, node), at);
                    // SAFETY: level 0 has an accumulator of each output.
                    unsafe { bytes(rooms.of(node).at(at, 0), len) }
                        .copy_from_slice(&pieces.lots[owner][start..start + len]);
                }
            }
            for &(left, right) in &tree.joins {
                for (at, fold) in self.folds.iter().enumerate() {
                    // SAFETY: both are initialised.
                    unsafe { (fold.join)(rooms.of(left).at(at, 0), rooms.of(right).at(at, 0), tile.width()) };
                }
            }
            // SAFETY: the first node has taken all others; it lies at level 0 of the sums.
            unsafe { self.finish(walk, tile, sums) };
        }
    }
}

/// Memory as bytes.
///
/// # Safety
/// It is there, and nobody else reads or writes it for `'b`.
unsafe fn bytes<'b>(at: *mut u8, len: usize) -> &'b mut [MaybeUninit<u8>] {
    // SAFETY: as whoever calls says; bytes may be uninitialised.
    unsafe { std::slice::from_raw_parts_mut(at.cast(), len) }
}
