//! [Short rows](crate::engine::cursor::SHORT_ROW) along which memory does not run: lanes go across them.
//!
//! An output has sixteen accumulators, which are joined as [`of_row`](crate::engine::short_row::of_row) does. Here they
//! are taken in the order of a tree: two that are joined come one after the other, so do pairs of them. Few are there
//! at a time then, and these stay in the first cache.

use super::sums::Sums;
use super::traversal::Part;
use super::{Reduction, Tile};
use crate::engine::cursor::{Accs, GROUP};
use crate::engine::walk::Walk;

impl<'a> Reduction<'a> {
    /// Accumulates a leaf, whose rows are all of its outputs, into level 0 of `sums`.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`].
    pub(super) unsafe fn across_short_rows(
        &self,
        walk: &mut Walk<'_, 'a>,
        tile: Tile,
        (rows, columns): Part,
        sums: &Sums<'_>,
    ) {
        let (first, all) = (tile.row * self.traversal.rows + rows.start, rows.len());
        walk.accumulate(Accs::Columns);
        let mut place = 0;
        for taken in 0..GROUP {
            // Those whose numbers differ in the highest bit are joined first.
            let acc = taken.reverse_bits() >> (usize::BITS - GROUP.ilog2());
            // SAFETY: level 0 has room for so many accumulators of each output, and these are initialised before rows
            // of the leaf join them; each row does so once.
            unsafe {
                self.clear_at(place, tile, sums);
                walk.start(first + acc);
                self.rows(walk, tile, all / GROUP, columns.clone(), place, sums);
                let mut left = GROUP;
                while taken & (GROUP / left) != 0 {
                    left /= 2;
                    place -= 1;
                    self.join_at(place, tile, sums);
                    // Each of those that are left takes a row behind the last group, if there are as many.
                    if all & left != 0 {
                        walk.start(first + all - all % (2 * left) + acc % left);
                        self.rows(walk, tile, 1, columns.clone(), place, sums);
                    }
                }
            }
            place += 1;
        }
    }

    /// Clears the accumulators of all outputs at a place.
    ///
    /// # Safety
    /// There is room for them.
    unsafe fn clear_at(&self, place: usize, tile: Tile, sums: &Sums<'_>) {
        for (at, fold) in self.folds.iter().enumerate() {
            // SAFETY: whoever calls says so.
            unsafe { (fold.clear)(sums.at(at, 0).wrapping_add(place * tile.columns * fold.acc), tile.columns) };
        }
    }

    /// Joins the accumulators at the next place to those at a place.
    ///
    /// # Safety
    /// Both are initialised.
    unsafe fn join_at(&self, place: usize, tile: Tile, sums: &Sums<'_>) {
        for (at, fold) in self.folds.iter().enumerate() {
            let bytes = tile.columns * fold.acc;
            let to = sums.at(at, 0).wrapping_add(place * bytes);
            // SAFETY: whoever calls says so; they do not overlap.
            unsafe { (fold.join)(to, to.wrapping_add(bytes), tile.columns) };
        }
    }
}
