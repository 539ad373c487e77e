//! The split over threads.
//!
//! The loop nest is a rectangle of rows and columns. It is halved, rows before columns, until a piece is a small part
//! of a thread's share; halves run by `rayon::join`, which allocates nothing and works inside a pool as well as out of
//! it. Pieces write disjoint elements, so nothing is shared but the plan.

use super::Job;
use super::pass::Pass;
use super::walk::region;
use crate::loop_plan::LoopPlan;
use std::ops::Range;

/// The least work, in estimated additions and memory accesses, that is worth waking threads for.
///
/// Measured: waking a sleeping pool and joining costs about 10 us; one unit of work is about 0.02 ns on one core.
const WORTH_IT: usize = 1 << 20;

/// Pieces per thread: enough that a thread that starts late finds work, few enough that rows stay long.
#[cfg(feature = "rayon")]
const PIECES: usize = 4;

/// Whether the work is enough for several threads.
pub(super) fn worth_it(job: &Job) -> bool {
    let unit = job.call.cost as usize + job.operands.len() + job.targets + job.fresh.len();
    cfg!(feature = "rayon") && !job.call.serial && job.shape.len().saturating_mul(unit) >= WORTH_IT
}

/// Runs the whole nest.
///
/// # Safety
/// As for [`super::execute`], and the plan is that of the job.
pub(super) unsafe fn run(job: &Job, plan: &LoopPlan) {
    let pass = Pass::new(plan, job);
    let (rows, columns) = (0..pass.rows(), 0..pass.columns());
    #[cfg(feature = "rayon")]
    if worth_it(job) {
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
    let ((rows_a, columns_a), (rows_b, columns_b)) = if rows.len() > 1 {
        let middle = rows.start + rows.len() / 2;
        ((rows.start..middle, columns.clone()), (middle..rows.end, columns))
    } else {
        let middle = columns.start + (columns.len() / 2).next_multiple_of(GRAIN).min(columns.len());
        ((rows.clone(), columns.start..middle), (rows, middle..columns.end))
    };
    rayon::join(
        // SAFETY: the halves are disjoint, and together the whole.
        || unsafe { split(pass, rows_a, columns_a, piece) },
        // SAFETY: as above.
        || unsafe { split(pass, rows_b, columns_b, piece) },
    );
}
