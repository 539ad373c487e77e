//! The leaves of the tree: what kernels accumulate, and how it is joined.

use super::sums::Sums;
use super::traversal::{Part, Traversal};
use super::{Reduction, Tile};
use crate::engine::cursor::{Accs, Cursor, LANES, SHORT_ROW};
use crate::engine::slab::with_scratch;
use crate::engine::tuning::{PIECES, SHARED_REDUCTION, TURN, TURN_ROWS};
use crate::engine::walk::Walk;
use crate::engine::work_sharing::share;
use std::ops::Range;

impl<'a> Reduction<'a> {
    /// Accumulates a range of leaves; the first level of `sums` gets their join.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`].
    pub(super) unsafe fn leaves(
        &self,
        walk: &mut Walk<'_, 'a>,
        tile: Tile,
        range: Range<usize>,
        threads: usize,
        sums: &mut Sums<'_>,
    ) {
        if let Some(piece) = self.piece(tile, range.len(), threads) {
            // SAFETY: the leaves are cut into subtrees, of which each is computed once.
            return unsafe { self.shared(walk, tile, range, piece, sums) };
        }
        // SAFETY: the leaves and the sums are this thread's.
        unsafe { self.serial(walk, tile, range, sums) }
    }

    /// How many leaves of a tile a thread takes at a time, if several share so many.
    fn piece(&self, tile: Tile, leaves: usize, threads: usize) -> Option<usize> {
        let elements = self.leaf_elements(tile);
        let is_shared = threads > 1 && leaves > 1 && leaves * elements > SHARED_REDUCTION / 2;
        is_shared.then(|| leaves.div_ceil(threads * PIECES).max(SHARED_REDUCTION / 2 / elements.max(1)))
    }

    /// Into how many pieces the leaves of the first outputs are cut for so many threads.
    pub(super) fn pieces_of_leaves(&self, threads: usize) -> usize {
        let columns = if self.traversal.along { 1 } else { self.tile.min(self.pass.columns()) };
        let first = Tile { row: 0, rows: 1, column: 0, columns };
        self.piece(first, self.leaves, threads).map_or(1, |piece| self.leaves.div_ceil(piece))
    }

    /// Accumulates leaves on several threads, in subtrees of at most `piece` leaves. Where its beginning may decide,
    /// the first leaf is this thread's, before any other is asked.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`].
    unsafe fn shared(
        &self,
        walk: &mut Walk<'_, 'a>,
        tile: Tile,
        range: Range<usize>,
        piece: usize,
        sums: &mut Sums<'_>,
    ) {
        let (mut subtrees, mut joins, mut done) = (Vec::new(), Vec::new(), 0);
        if self.glances(tile, range.start) {
            // SAFETY: the leaf and the sums are this thread's; these are initialised then.
            if unsafe { self.leaf_at_a_glance(walk, tile, range.start, sums) || self.is_settled(0, tile.width(), sums) }
            {
                return;
            }
            subtrees.push(range.start..range.start + 1);
            done = 1;
        }
        cut(range.start + done..range.end, piece, &mut subtrees, &mut joins);
        joins.extend((done > 0).then_some((0, done)));
        let rooms = sums.rooms(subtrees.len(), self.room);
        share(subtrees.len() - done, |pieces| {
            with_scratch(self.pass.scratch(), |scratch| {
                let mut walk = Walk::new(&self.pass, scratch, &[]);
                for piece in pieces.map(|piece| piece + done) {
                    // SAFETY: different leaves, different sums.
                    unsafe { self.serial(&mut walk, tile, subtrees[piece].clone(), &mut rooms.of(piece)) };
                }
            });
        });
        for (left, right) in joins {
            for (at, fold) in self.folds.iter().enumerate() {
                // SAFETY: both are initialised.
                unsafe { (fold.join)(rooms.of(left).at(at, 0), rooms.of(right).at(at, 0), tile.width()) };
            }
        }
    }

    fn leaf_elements(&self, tile: Tile) -> usize {
        let Traversal { leaf_rows, piece, along, .. } = self.traversal;
        match along {
            true => leaf_rows * self.pass.columns().min(piece) * tile.rows,
            false => leaf_rows * tile.columns,
        }
    }

    /// # Safety
    /// As for [`Reduction::outputs`].
    pub(super) unsafe fn serial(&self, walk: &mut Walk<'_, 'a>, tile: Tile, range: Range<usize>, sums: &mut Sums<'_>) {
        let width = tile.width();
        if range.len() == 1 {
            // SAFETY: the leaf and the sums are this thread's.
            return unsafe { self.some(walk, tile, range, sums) };
        }
        let at_once = self.traversal.leaves_at_once;
        for (done, leaf) in range.clone().enumerate() {
            match done % at_once {
                // SAFETY: the leaf and the sums are this thread's.
                0 if done == 0 && self.glances(tile, leaf) => unsafe {
                    if self.leaf_at_a_glance(walk, tile, leaf, sums) {
                        return;
                    }
                },
                // SAFETY: the leaves and the sums are this thread's.
                0 => unsafe { self.some(walk, tile, leaf..range.end.min(leaf + at_once), sums) },
                next => sums.take(next, width),
            }
            let level = sums.push(done, width);
            // SAFETY: the newest leaf is at this level.
            if unsafe { self.is_settled(level, width, sums) } {
                return sums.settle(level, width);
            }
        }
        sums.collapse(range.len(), width);
    }

    /// Accumulates as many leaves as kernels take at once, one after the other into level 0 of `sums`.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`].
    unsafe fn some(&self, walk: &mut Walk<'_, 'a>, tile: Tile, leaves: Range<usize>, sums: &mut Sums<'_>) {
        let leaf_rows = self.traversal.leaf_rows;
        if self.traversal.leaves_at_once == 1 {
            // SAFETY: there is one; it and the sums are this thread's.
            return unsafe { self.leaf(walk, tile, leaves.start, sums) };
        }
        let first = leaves.start * leaf_rows;
        let rows = self.traversal.rows.min(leaves.end * leaf_rows) - first;
        walk.accumulate(self.traversal.accs());
        for (at, fold) in self.folds.iter().enumerate() {
            // SAFETY: level 0 has room for so many leaves.
            unsafe { (fold.clear)(sums.at(at, 0), tile.width() * leaves.len()) };
            *walk.fold_cursor(at) = Cursor::new(sums.at(at, 0), [(fold.acc * LANES) as isize, 0]);
        }
        for row in 0..leaf_rows.min(rows) {
            walk.start(tile.row * self.traversal.rows + first + row);
            // SAFETY: the last leaf may have fewer rows than the others; all of these are of one run, and each lane has
            // an accumulator.
            unsafe { walk.block((0, (rows - row).div_ceil(leaf_rows)), (tile.column, tile.columns)) };
        }
    }

    /// Accumulates one leaf into level 0 of `sums`.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`].
    unsafe fn leaf(&self, walk: &mut Walk<'_, 'a>, tile: Tile, leaf: usize, sums: &mut Sums<'_>) {
        // SAFETY: whoever calls says so.
        unsafe { self.accumulate(walk, tile, self.part(tile, leaf), sums) }
    }

    /// Accumulates some rows and columns of a leaf into level 0 of `sums`.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`].
    pub(super) unsafe fn accumulate(
        &self,
        walk: &mut Walk<'_, 'a>,
        tile: Tile,
        (rows, columns): Part,
        sums: &mut Sums<'_>,
    ) {
        // Kernels would take what is left of a long row for a short one, and join it in its order.
        let is_free = || self.folds.iter().all(|fold| fold.any_order || !fold.along);
        let is_long = columns.len() >= SHORT_ROW || (columns.len() >= LANES && is_free());
        if self.whole && (is_long || self.goes_by_short_rows()) {
            // SAFETY: the columns are those of this leaf, a run of lanes at least or a short row that kernels go along;
            // level 0 has room for an accumulator of each row.
            return unsafe { self.whole_rows(walk, tile, columns, sums) };
        }
        if self.traversal.is_across_short_rows() {
            // SAFETY: whoever calls says so; the outputs have one leaf.
            return unsafe { self.across_short_rows(walk, tile, (rows, columns), sums) };
        }
        // SAFETY: level 0 has room for a leaf; accumulators are initialised: cleared, then joined by kernels.
        unsafe {
            walk.accumulate(self.accs());
            if self.accs() != Accs::Each {
                self.clear(tile, sums);
            }
            self.go_on(walk, tile, (rows, columns), sums);
            self.halve(tile, sums);
        }
    }

    /// Whether kernels go along short rows.
    fn goes_by_short_rows(&self) -> bool {
        self.traversal.is_short && self.traversal.is_row() && !self.traversal.is_singly()
    }

    /// Whose accumulators kernels join to where a leaf is one thread's.
    fn accs(&self) -> Accs {
        if self.traversal.is_singly() && self.writes_each { Accs::Each } else { self.traversal.accs() }
    }

    /// Clears the accumulators of a leaf, at level 0.
    ///
    /// # Safety
    /// There is room for them.
    pub(super) unsafe fn clear(&self, tile: Tile, sums: &Sums<'_>) {
        for (at, fold) in self.folds.iter().enumerate() {
            // SAFETY: whoever calls says so.
            unsafe { (fold.clear)(sums.at(at, 0), tile.width() * self.traversal.lanes) };
        }
    }

    /// Joins some rows and columns of a leaf to its accumulators, at level 0.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`]; the walk accumulates as [`Accs`] says, and accumulators are initialised for it.
    pub(super) unsafe fn go_on(&self, walk: &mut Walk<'_, 'a>, tile: Tile, (rows, columns): Part, sums: &Sums<'_>) {
        debug_assert!(!self.traversal.is_across_short_rows(), "nothing cuts their leaves");
        let (first, rows) = (rows.start, rows.len());
        if self.traversal.has_rows_end_to_end() {
            walk.start(tile.row * self.traversal.rows + first);
            // SAFETY: whoever calls says so.
            return unsafe { self.rows_end_to_end(walk, rows, sums) };
        }
        // Where accumulators take turns, those of a group of rows do while the group is in the cache.
        let every = self.pass.every;
        let group = if every == 1 { rows } else { every * (TURN / tile.columns).max(TURN_ROWS) };
        for start in (0..rows).step_by(group) {
            let all = group.min(rows - start);
            for lane in 0..every.min(all) {
                walk.start(tile.row * self.traversal.rows + first + start + lane);
                let taken = (all - lane).div_ceil(every);
                // SAFETY: these rows and columns are those of the leaf, whose accumulators are initialised.
                unsafe { self.rows(walk, tile, taken, columns.clone(), lane, sums) };
            }
        }
    }

    /// Joins the accumulators that each output of a tile has at level 0.
    ///
    /// # Safety
    /// They are initialised.
    pub(super) unsafe fn halve(&self, tile: Tile, sums: &Sums<'_>) {
        for (at, fold) in self.folds.iter().enumerate() {
            match self.traversal.along {
                // SAFETY: whoever calls says so.
                true if self.traversal.is_short => unsafe {
                    (fold.join_rows)(sums.at(at, 0), tile.rows, self.traversal.lanes);
                },
                // SAFETY: whoever calls says so.
                true => unsafe { (fold.halve)(sums.at(at, 0), tile.rows, self.traversal.lanes) },
                false => sums.halve(at, tile.columns, self.traversal.lanes),
            }
        }
    }

    /// Accumulates so many rows from the walk's place on.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`]; level 0 of the sums is initialised.
    pub(super) unsafe fn rows(
        &self,
        walk: &mut Walk<'_, 'a>,
        tile: Tile,
        rows: usize,
        columns: Range<usize>,
        lane: usize,
        sums: &Sums<'_>,
    ) {
        let block_columns = self.pass.block.1;
        let mut left = rows;
        while left > 0 {
            let taken = walk.run_left().div_ceil(self.pass.every).min(left);
            let mut row = 0;
            while row < taken {
                let done = rows - left + row;
                let line = self.traversal.place_in_line(done);
                let some = self.at_once(line, taken - row);
                let mut column = columns.start;
                while column < columns.end {
                    let wide = block_columns.min(columns.end - column);
                    for (at, fold) in self.folds.iter().enumerate() {
                        // Rows of a tile have accumulators each, rows of an output share them.
                        let step = if self.traversal.rows == 1 { self.traversal.lanes } else { 0 };
                        let is_of_lanes = self.traversal.accs() == Accs::Lanes;
                        let (right, down) = if is_of_lanes { (0, step) } else { (LANES, 0) };
                        let across = || (lane + line) * tile.columns + column - tile.column;
                        let offset = if self.traversal.along { step * done } else { across() };
                        let ptr = sums.at(at, 0).wrapping_add(offset * fold.acc);
                        *walk.fold_cursor(at) = Cursor::new(ptr, [right, down].map(|step| (step * fold.acc) as isize));
                    }
                    // SAFETY: the block is inside the plan, and the accumulators are initialised.
                    unsafe { walk.block((row, some), (column, wide)) };
                    column += wide;
                }
                row += some;
            }
            left -= taken;
            if left > 0 {
                walk.advance(taken);
            }
        }
    }

    /// Accumulates so many short rows from the walk's place on, which lie end to end, over the ends of runs, too.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`]; level 0 of the sums is initialised.
    unsafe fn rows_end_to_end(&self, walk: &mut Walk<'_, 'a>, rows: usize, sums: &Sums<'_>) {
        let join = |walk: &mut Walk<'_, 'a>, lane: usize| {
            for (at, fold) in self.folds.iter().enumerate() {
                *walk.fold_cursor(at) = Cursor::new(sums.at(at, 0).wrapping_add(lane * fold.acc), [0, 0]);
            }
        };
        let (mut done, columns) = (0, self.pass.columns());
        while done < rows {
            // SAFETY: these rows are left of the leaf, whose lanes have accumulators.
            done += unsafe { walk.end_to_end(rows - done, done * columns % LANES, join) };
        }
    }

    /// How many of the rows that are left are a block: what is left of a line, or whole lines.
    fn at_once(&self, line: usize, left: usize) -> usize {
        let rows = self.pass.block.0;
        match (left / rows).min(self.pass.lines) {
            lines @ 2.. if line == 0 => lines * rows,
            _ => left.min(rows - line),
        }
    }

    /// Accumulates a leaf that is one part of each row of the tile: kernels start from nothing and leave one
    /// accumulator.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`].
    unsafe fn whole_rows(&self, walk: &mut Walk<'_, 'a>, tile: Tile, columns: Range<usize>, sums: &mut Sums<'_>) {
        walk.accumulate(Accs::Rows);
        walk.start(tile.row);
        let block_rows = self.pass.block.0;
        let mut done = 0;
        while done < tile.rows {
            let some = block_rows.min(tile.rows - done);
            for (at, fold) in self.folds.iter().enumerate() {
                let size = fold.acc as isize;
                let ptr = sums.at(at, 0).wrapping_offset(size * done as isize);
                *walk.fold_cursor(at) = Cursor::new(ptr, [0, size]);
            }
            // SAFETY: the rows of a tile are of one run; there is room for an accumulator of each.
            unsafe { walk.block((done, some), (columns.start, columns.len())) };
            done += some;
        }
    }

    /// The rows of a leaf, counted from the output's first, and its columns.
    pub(super) fn part(&self, tile: Tile, leaf: usize) -> Part {
        let side_by_side = (tile.rows, tile.column..tile.column + tile.columns);
        self.traversal.part(leaf, self.pass.columns(), side_by_side)
    }
}

/// Cuts a range of leaves into subtrees of at most `piece` leaves. The joins say which of them take which others, in
/// order; gives the one that takes all.
fn cut(range: Range<usize>, piece: usize, subtrees: &mut Vec<Range<usize>>, joins: &mut Vec<(usize, usize)>) -> usize {
    if range.len() <= piece {
        subtrees.push(range);
        return subtrees.len() - 1;
    }
    // Where a counter of pairs would cut: the largest power of two.
    let middle = range.start + (1 << (range.len() - 1).ilog2());
    let left = cut(range.start..middle, piece, subtrees, joins);
    let right = cut(middle..range.end, piece, subtrees, joins);
    joins.push((left, right));
    left
}
