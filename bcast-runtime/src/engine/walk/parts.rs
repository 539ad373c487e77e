//! Rows end to end whose first element is not the first lane's: the kernel begins at a lane, and goes on at the first
//! one.

use super::Walk;
use crate::engine::cursor::{Cursor, LANES, RIGHT};
use crate::engine::feed::Feed;
use std::ops::Range;

/// All lanes of a block.
pub(super) const ALL: Range<usize> = 0..usize::MAX;

/// Moves the cursors of streams to a part of so many lanes, which have been copied for the first one, and says how many
/// this has.
#[inline(never)]
pub(super) fn take_part(part: &Range<usize>, (feeds, cursors): (&[Feed], &mut [Cursor]), lanes: usize) -> usize {
    for feed in feeds {
        let cursor = &mut cursors[feed.cursor];
        let first = if feed.access.is_copied() { feed.scratch } else { cursor.ptr };
        cursor.ptr = first.wrapping_offset(cursor.steps[RIGHT] / LANES as isize * part.start as isize);
    }
    part.end.min(lanes) - part.start
}

impl Walk<'_, '_> {
    /// Rows of one run, or as many whole ones as a block has, end to end for the kernel, and moves on behind them. Says
    /// how many of so many rows that are `left` they are. The kernel begins at a `lane`; `join` sets the cursors of its
    /// accumulators to those of a lane.
    ///
    /// # Safety
    /// As for [`region`](super::region); rows lie end to end, and there are accumulators of all lanes.
    pub(in crate::engine) unsafe fn end_to_end(
        &mut self,
        left: usize,
        lane: usize,
        join: impl Fn(&mut Self, usize),
    ) -> usize {
        let (runs, columns) = (self.whole_runs(left).max(1), self.pass.columns());
        let rows = if runs > 1 { self.pass.plan.run() } else { self.run_left().min(left).min(self.pass.block.0) };
        let cut = if lane == 0 { ALL.end } else { LANES - lane };
        let parts = [(lane, 0..cut), (0, cut..ALL.end)];
        for (lane, part) in parts.into_iter().filter(|(_, part)| part.start < rows * runs * columns) {
            join(self, lane);
            self.part = part;
            // SAFETY: whoever calls says so: these rows are of one run, or of whole ones.
            unsafe {
                match runs {
                    1 => self.at_level::<false>(((0, rows), (0, columns)), 1),
                    _ => self.at_level::<true>(((0, rows), (0, columns)), runs),
                }
            }
        }
        self.part = ALL;
        if rows * runs < left {
            if runs > 1 { self.advance_runs(runs) } else { self.advance(rows) }
        }
        rows * runs
    }
}
