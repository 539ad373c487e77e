//! A call without its types, from operands to written results.
//!
//! The ways of it, from the shortest to the one for all calls, follow each other: each is a function of its own, since what
//! another one has to remember would push this one's values out of the registers.

use super::fresh::Owned;
use super::small::{self, Cursors, Nest};
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
/// As for [`make`].
#[inline(never)]
pub(super) unsafe fn make_alike<'s>(
    call: &Call,
    site: &'static Site,
    operands: &'s [RawOperand],
    fresh: &mut [Made],
    f: *const u8,
    shape: &'s mut MaybeUninit<Shape>,
) -> Result<Extents<'s>, Box<BroadcastError>> {
    let mut cursors = Cursors::new();
    let Some((nest, sizes)) = small::nest_alike(call, site, operands, &mut cursors) else {
        // SAFETY: passed on.
        return unsafe { make(call, site, operands, fresh, f, shape) };
    };
    // SAFETY: by the contract; the sizes are those of the operands.
    unsafe { make_small(site, nest, &mut cursors, operands, fresh, f) };
    Ok(Extents { sizes, strides: None, len: nest.len() })
}

/// Runs a call: shapes first, then memory for the fresh results, then the loop. Gives the extents of results.
///
/// # Safety
/// The kernels of the site are those of `f` and of the operands' and results' types.
#[inline(never)]
pub(super) unsafe fn make<'s>(
    call: &Call,
    site: &'static Site,
    operands: &[RawOperand],
    fresh: &mut [Made],
    f: *const u8,
    shape: &'s mut MaybeUninit<Shape>,
) -> Result<Extents<'s>, Box<BroadcastError>> {
    let shape = shape.write(Shape::empty());
    let mut cursors = Cursors::new();
    let Some(nest) = small::nest(call, site, operands, shape, &mut cursors) else {
        // SAFETY: passed on.
        return unsafe { make_any(call, site, operands, fresh, f, shape) };
    };
    // SAFETY: by the contract; the shape is that of the operands.
    unsafe { make_small(site, nest, &mut cursors, operands, fresh, f) };
    Ok(shape.extents())
}

/// Memory for the fresh results, and one kernel call.
///
/// # Safety
/// As for [`make`]; the nest and the cursors were found for this call.
#[inline(always)]
unsafe fn make_small(
    site: &Site,
    nest: Nest,
    cursors: &mut Cursors,
    operands: &[RawOperand],
    fresh: &mut [Made],
    f: *const u8,
) {
    let memory = Owned::new(fresh, nest.len());
    // SAFETY: by the contract; the memory has room for the elements.
    unsafe { small::run(site, nest, cursors, operands, memory.made(), f) };
    memory.keep();
}

/// Runs a call that is not small, in an empty shape.
///
/// # Safety
/// As for [`make`].
#[inline(never)]
unsafe fn make_any<'s>(
    call: &Call,
    site: &'static Site,
    operands: &[RawOperand],
    fresh: &mut [Made],
    f: *const u8,
    shape: &'s mut Shape,
) -> Result<Extents<'s>, Box<BroadcastError>> {
    shape.join(call, operands, site.rank, site.largest)?;
    let memory = Owned::new(fresh, shape.len());
    // SAFETY: by the contract; the shape is that of the operands, and the memory has room for its elements.
    unsafe { planned(&Job { call, site, shape, operands, fresh: memory.made(), f }) };
    memory.keep();
    Ok(shape.extents())
}

/// # Safety
/// The parts of the job belong together: the kernel is that of `f` and of the operands' and outputs' types, the
/// shape was joined from the operands, and fresh outputs have room for its elements.
pub(super) unsafe fn execute(job: &Job) {
    let mut cursors = Cursors::new();
    let row_major = job.shape.strides().is_none();
    let nest = || small::nest(job.call, job.site, job.operands, &mut Shape::empty(), &mut cursors);
    // SAFETY: passed on.
    unsafe {
        match row_major.then(nest).flatten() {
            Some(nest) => small::run(job.site, nest, &mut cursors, job.operands, job.fresh, job.f),
            None => planned(job),
        }
    }
}

/// # Safety
/// As for [`execute`].
unsafe fn planned(job: &Job) {
    // SAFETY: passed on.
    if job.shape.len() == 0 || unsafe { small::run_with_copies(job) } {
        return;
    }
    let mut plan = LoopPlan::empty();
    plan.build(job.shape, job.operands, job.site.targets, job.fresh.iter().map(Made::unit));
    // SAFETY: passed on.
    unsafe { parallel::run(job, &plan) };
}
