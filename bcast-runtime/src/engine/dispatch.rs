//! A call without its types, from operands to written results.
//!
//! The ways of it, from the shortest to the one for all calls, follow each other: each is a function of its own, since what
//! another one has to remember would push this one's values out of the registers.

use super::direct::{self, Cursors, Nest};
use super::fresh::Owned;
use super::{Job, Made, Site, parallel};
use crate::call::Call;
use crate::error::BroadcastError;
use crate::loop_plan::LoopPlan;
use crate::operand::RawOperand;
use crate::shape::{Extents, Shape};
use std::mem::MaybeUninit;

/// Runs a call whose operands may be alike. Gives the extents of results.
///
/// # Safety
/// As for [`dispatch`].
#[inline(never)]
pub(super) unsafe fn dispatch_alike<'s>(
    call: &Call,
    site: &'static Site,
    operands: &'s [RawOperand],
    fresh: &mut [Made],
    f: *const u8,
    shape: &'s mut MaybeUninit<Shape>,
) -> Result<Extents<'s>, Box<BroadcastError>> {
    let mut cursors = Cursors::new();
    let Some((nest, sizes)) = direct::nest_alike(call, site, operands, &mut cursors) else {
        // SAFETY: the contract is this function's.
        return unsafe { dispatch(call, site, operands, fresh, f, shape) };
    };
    // SAFETY: job 1 by the contract; `nest_alike` found nest and cursors for these operands, whose sizes are those of
    // the call.
    unsafe { run_direct(site, nest, &mut cursors, operands, fresh, f) };
    Ok(Extents { sizes, strides: None, len: nest.len() })
}

/// Runs a call: shapes first, then memory for the fresh results, then the loop. Gives the extents of results.
///
/// # Safety
/// The kernels of the site are those of `f` and of the operands' and results' types.
#[inline(never)]
pub(super) unsafe fn dispatch<'s>(
    call: &Call,
    site: &'static Site,
    operands: &[RawOperand],
    fresh: &mut [Made],
    f: *const u8,
    shape: &'s mut MaybeUninit<Shape>,
) -> Result<Extents<'s>, Box<BroadcastError>> {
    let shape = shape.write(Shape::empty());
    let mut cursors = Cursors::new();
    let Some(nest) = direct::nest(call, site, operands, shape, &mut cursors) else {
        // SAFETY: the contract is this function's.
        return unsafe { dispatch_planned(call, site, operands, fresh, f, shape) };
    };
    // SAFETY: job 1 by the contract; `nest` found nest and cursors for these operands, and joined their shape.
    unsafe { run_direct(site, nest, &mut cursors, operands, fresh, f) };
    Ok(shape.extents())
}

/// Memory for the fresh results, and one kernel call.
///
/// # Safety
/// As for [`dispatch`]; the nest and the cursors were found for this call.
#[inline(always)]
unsafe fn run_direct(
    site: &Site,
    nest: Nest,
    cursors: &mut Cursors,
    operands: &[RawOperand],
    fresh: &mut [Made],
    f: *const u8,
) {
    let memory = Owned::new(fresh, nest.len());
    // SAFETY: job 1 by the contract, 3 as the memory has room for the nest's elements; the nest is that of the
    // operands.
    unsafe { direct::run(site, nest, cursors, operands, memory.made(), f) };
    memory.keep();
}

/// Runs a call that is not small, in an empty shape.
///
/// # Safety
/// As for [`dispatch`].
#[inline(never)]
unsafe fn dispatch_planned<'s>(
    call: &Call,
    site: &'static Site,
    operands: &[RawOperand],
    fresh: &mut [Made],
    f: *const u8,
    shape: &'s mut Shape,
) -> Result<Extents<'s>, Box<BroadcastError>> {
    shape.join(call, operands, site.rank, site.largest)?;
    let memory = Owned::new(fresh, shape.len());
    // SAFETY: job 1 by the contract, 2 as the shape was joined from the operands, 3 as the memory was made for it.
    unsafe { planned(&Job::new(call, site, shape, operands, memory.made(), f)) };
    memory.keep();
    Ok(shape.extents())
}

/// Runs a job, in one kernel call or by a plan.
///
/// # Safety
/// The invariants of the job; nobody else reads or writes its outputs meanwhile.
pub(super) unsafe fn execute(job: &Job) {
    let mut cursors = Cursors::new();
    let row_major = job.shape.strides().is_none();
    let nest = || direct::nest(job.call, job.site, job.operands, &mut Shape::empty(), &mut cursors);
    // SAFETY: the invariants of the job; a nest is found for its own operands, and both ways run it once.
    unsafe {
        match row_major.then(nest).flatten() {
            Some(nest) => direct::run(job.site, nest, &mut cursors, job.operands, job.fresh, job.f),
            None => planned(job),
        }
    }
}

/// # Safety
/// As for [`execute`].
unsafe fn planned(job: &Job) {
    // SAFETY: the invariants of the job, which nothing has run yet.
    if job.shape.len() == 0 || unsafe { direct::run_with_copies(job) } {
        return;
    }
    let mut plan = LoopPlan::empty();
    plan.build(job.shape, job.operands, job.site.targets, job.fresh.iter().map(Made::unit));
    // SAFETY: the invariants of the job, of which the plan has just been made.
    unsafe { parallel::run(job, &plan) };
}
