//! Stages whose elements run along an axis when they are written.

use super::{Job, Mode, PlacedPass, Route, build, joined, note_of};
use crate::engine::parallel;
use crate::engine::pass::Pass;
use crate::engine::scan::{Origin, Scanned};
use crate::engine::walk::region;
use crate::loop_plan::LoopPlan;
use std::ops::Range;

/// Runs such a stage: chunk by chunk where a long line can be written so, else as any that maps, and then along the
/// axis.
///
/// # Safety
/// The pass's invariants, and what it reads has been yielded; nobody else writes what it yields. The job is its own.
pub(super) unsafe fn scanned<M: Mode>(mode: M, pass: &PlacedPass, job: &Job, scanned: Scanned) {
    let (first, sizes, is_serial) = (pass.items()[0].ptr, pass.shape.sizes(), pass.call.serial);
    if scanned.fills(sizes, is_serial) {
        let mut plan = LoopPlan::empty();
        build(&mut plan, job);
        if is_row_major(&plan, job.operands.len(), job.fresh[0].size) {
            mode.take(Route::Planned);
            if !M::RUNS {
                return mode.note(|| scanned.note(parallel::note(job, &plan, note_of(job)), sizes, is_serial));
            }
            // SAFETY: the item has memory for all elements, in row-major order, in which the operand lies, too.
            unsafe {
                if let Some(there) = read_there(&plan, job, scanned) {
                    return scanned.run(first, sizes, is_serial, Origin::There(there));
                }
            }
            let pass = Pass::new(&plan, job);
            let fill = |elements: Range<usize>| {
                let (row, column) = (elements.start / pass.columns(), elements.start % pass.columns());
                // SAFETY: the elements are of one line, so of one row; the scan asks for each of them once.
                unsafe { region(&pass, row..row + 1, column..column + elements.len()) }
            };
            // SAFETY: the item has memory for all elements, in row-major order, and they are written when filled.
            return unsafe { scanned.run(first, sizes, is_serial, Origin::Filled(&fill)) };
        }
    }
    // SAFETY: the invariants of the job; then the item has all elements, in row-major order.
    unsafe {
        joined(mode, job);
        if M::RUNS {
            scanned.run(first, sizes, is_serial, Origin::Here);
        }
    }
}

/// Where the elements lie, if a scan may read them there.
fn read_there(plan: &LoopPlan, job: &Job, scanned: Scanned) -> Option<*const u8> {
    let [operand] = job.operands else { return None };
    let reads = scanned.reads(job.shape.sizes(), job.call.serial) && is_row_major(plan, 0, operand.size());
    operand.memory_ptr().filter(|_| reads).map(<*mut u8>::cast_const)
}

/// Whether rows and columns of a plan are those of a stream that lies in row-major order.
fn is_row_major(plan: &LoopPlan, stream: usize, size: usize) -> bool {
    let mut step = size as isize;
    (0..plan.sizes().len()).rev().all(|axis| {
        let is_next = plan.stride(stream, axis) == step;
        step *= plan.sizes()[axis] as isize;
        is_next
    })
}
