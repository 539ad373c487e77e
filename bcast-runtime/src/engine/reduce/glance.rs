//! Leaves whose beginning may decide.

use super::sums::Sums;
use super::{Reduction, Tile};
use crate::engine::fold::Fold;
use crate::engine::tuning::GLANCE;
use crate::engine::walk::Walk;

impl<'a> Reduction<'a> {
    /// Whether nothing can change the accumulators of a level, and nothing else is written.
    ///
    /// # Safety
    /// They are initialised.
    pub(super) unsafe fn is_settled(&self, level: usize, width: usize, sums: &Sums<'_>) -> bool {
        // SAFETY: whoever calls says so.
        let settled =
            |(at, fold): (usize, &&Fold)| unsafe { (fold.is_settled)(sums.at(at, level).cast_const(), width) };
        self.pass.streams == self.pass.plan.reads() && self.folds.iter().enumerate().all(settled)
    }

    /// Whether a leaf is long, and its beginning may decide. (Where the order of joins is of no matter.)
    pub(super) fn glances(&self, tile: Tile, leaf: usize) -> bool {
        let is_long = || self.part(tile, leaf).1.len() >= 8 * GLANCE;
        self.folds.iter().all(|fold| fold.settles && fold.any_order) && self.traversal.along && is_long()
    }

    /// Accumulates such a leaf into level 0 of `sums`, and says whether its beginning was enough, which is all of it
    /// then: a glance, and as much again as often as that does not decide.
    ///
    /// # Safety
    /// As for [`Reduction::outputs`].
    pub(super) unsafe fn leaf_at_a_glance(
        &self,
        walk: &mut Walk<'_, 'a>,
        tile: Tile,
        leaf: usize,
        sums: &mut Sums<'_>,
    ) -> bool {
        let ((rows, columns), width) = (self.part(tile, leaf), tile.width());
        let (mut done, mut end) = (columns.start, columns.start + GLANCE);
        loop {
            // SAFETY: each part is one of the leaf, a run of lanes at least; it and the sums are this thread's, and
            // accumulators are initialised then.
            unsafe {
                self.accumulate(walk, tile, (rows.clone(), done..end), sums);
                if done > columns.start {
                    sums.carry(1, width);
                }
                if end == columns.end || self.is_settled(0, width, sums) {
                    return end < columns.end;
                }
            }
            sums.keep(1, width);
            let twice = end + (end - columns.start);
            // What would be left fills no run of lanes, or little more.
            (done, end) = (end, if twice + GLANCE > columns.end { columns.end } else { twice });
        }
    }
}
