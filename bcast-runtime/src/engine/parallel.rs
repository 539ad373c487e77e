//! The split over threads.
//!
//! The loop nest is a rectangle of rows and columns. It is halved, rows before columns, until a piece is a small part
//! of a thread's share; halves run by `rayon::join`, which allocates nothing and works inside a pool as well as out of
//! it. Pieces write disjoint elements, so nothing is shared but the plan.

use super::Job;
use super::pass::Pass;
use super::walk::region;
use crate::call::Call;
use crate::loop_plan::LoopPlan;
#[cfg(feature = "rayon")]
use std::ops::Range;

/// The least work that is worth waking threads for, in units of [`is_worth_it`].
///
/// Measured on 2 cores: a unit takes 0.02 to 0.07 ns on one core, waking an idle pool and joining 5 to 50 us. At this
/// many units, two cores that were awake took 0.6 of the time of one; at a quarter of it, as long as one.
/// Without optimisation a unit takes some thirty times as long.
const WORTH_IT: usize = if cfg!(debug_assertions) { 1 << 16 } else { 1 << 19 };

/// Pieces per thread: enough that a thread that starts late finds work, few enough that rows stay long.
#[cfg(feature = "rayon")]
pub(super) const PIECES: usize = 4;

/// Whether a job is enough for several threads.
#[cfg(feature = "rayon")]
fn is_divided(job: &Job) -> bool {
    let rank = job.shape.sizes().len();
    let full: usize = job.operands.iter().filter(|operand| operand.is_full(rank)).map(|operand| operand.size).sum();
    let fresh: usize = job.fresh.iter().map(|made| made.size).sum();
    !job.call.serial && is_worth_it(job.call, job.shape.len(), full + fresh)
}

/// Whether so many elements are enough work, when so many bytes stream through for each; what is stretched stays in the
/// caches. An estimate: one unit for each simple operation, and one for each four bytes.
#[inline(always)]
pub(super) fn is_worth_it(call: &Call, len: usize, bytes: usize) -> bool {
    len.saturating_mul(call.cost as usize + bytes.div_ceil(4)) >= WORTH_IT
}

/// Runs the whole nest.
///
/// # Safety
/// As for [`super::execute`], and the plan is that of the job.
pub(super) unsafe fn run(job: &Job, plan: &LoopPlan) {
    let pass = Pass::new(plan, job);
    let (rows, columns) = (0..pass.rows(), 0..pass.columns());
    #[cfg(feature = "rayon")]
    if is_divided(job) {
        let threads = rayon::current_num_threads();
        if threads > 1 {
            let piece = job.shape.len().div_ceil(threads * PIECES);
            // SAFETY: the whole nest, once.
            return unsafe { split(&pass, rows, columns, piece) };
        }
    }
    // SAFETY: the whole nest, once.
    unsafe { region(&pass, rows, columns) }
}

/// # Safety
/// The rectangle is inside the nest, and runs once.
#[cfg(feature = "rayon")]
unsafe fn split(pass: &Pass, rows: Range<usize>, columns: Range<usize>, piece: usize) {
    /// Pieces of a row start at a multiple of this, so that threads do not share cache lines.
    const GRAIN: usize = 4096;
    if rows.len() * columns.len() <= piece || (rows.len() == 1 && columns.len() <= GRAIN) {
        // SAFETY: passed on.
        return unsafe { region(pass, rows, columns) };
    }
    let [(rows_a, columns_a), (rows_b, columns_b)] = halves(rows, columns, GRAIN);
    rayon::join(
        // SAFETY: the halves are disjoint, and together the whole.
        || unsafe { split(pass, rows_a, columns_a, piece) },
        // SAFETY: as above.
        || unsafe { split(pass, rows_b, columns_b, piece) },
    );
}

/// Both halves of a rectangle: of its rows, or of its only row, at a multiple of `grain`.
#[cfg(feature = "rayon")]
pub(super) fn halves(rows: Range<usize>, columns: Range<usize>, grain: usize) -> [(Range<usize>, Range<usize>); 2] {
    if rows.len() > 1 {
        let middle = rows.start + rows.len() / 2;
        [(rows.start..middle, columns.clone()), (middle..rows.end, columns)]
    } else {
        let middle = columns.start + (columns.len() / 2).next_multiple_of(grain).min(columns.len());
        [(rows.clone(), columns.start..middle), (rows, middle..columns.end)]
    }
}
