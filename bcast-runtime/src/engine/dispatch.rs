//! Which route a call takes, from operands to written results: the one place that chooses.
//!
//! ```text
//! one pass          Alike ▶ Direct ▶ (its shape is joined) ▶ Empty ▶ Copied ▶ Planned
//! several passes    EachDirect ▶ (their shapes are joined) ▶ Blocks, for those that agree on an axis; else one by one:
//! each of these     Contraction or Tree if it accumulates; else Direct ▶ Empty ▶ Copied ▶ Planned
//! ```
//!
//! Before all of these, a stage that reduces everything, or whose results are all of its call, may be done with as it
//! is listed: see `direct::whole`, `direct::lone` and `contraction`.
//!
//! The first route that knows a call takes it. The functions follow each other in this order, and each is one of its
//! own that is not inlined: what the next has to remember would push the values of this one out of the registers.

use super::contraction::Contraction;
use super::direct::{self, Cursors, DirectPasses, Nest, Unlike};
use super::fresh::Owned;
use super::passes::{Done, Kind, Passes, PlacedPass, Reduce, Run, Work};
use super::prepared::job;
use super::program::{Layouts, Program, YieldRoom};
use super::route::{Route, take};
use super::segment::{self, Segment};
use super::{Job, Made, Site, parallel, reduce};
use crate::call::Call;
use crate::error::BroadcastError;
use crate::loop_plan::LoopPlan;
use crate::operand::RawOperand;
use crate::shape::{Extents, Shape};
use std::mem::MaybeUninit;

/// Runs a call whose operands may be alike, as arrays that run on, then, `BY_ROWS`, as arrays whose rows do. Gives the
/// extents of results.
///
/// # Safety
/// As for [`dispatch`].
#[inline(never)]
pub(super) unsafe fn dispatch_alike<'s, const BY_ROWS: bool>(
    call: &Call,
    site: &'static Site,
    operands: &'s [RawOperand],
    fresh: &mut [Made],
    f: *const u8,
    shape: &'s mut MaybeUninit<Shape>,
) -> Result<Extents<'s>, Box<BroadcastError>> {
    let mut cursors = Cursors::new();
    let (nest, sizes) = match direct::nest_alike::<BY_ROWS>(call, site, operands, &mut cursors) {
        Ok(found) => found,
        // SAFETY: job 1, of which nothing has changed.
        Err(Unlike::Rows) => return unsafe { dispatch_alike::<true>(call, site, operands, fresh, f, shape) },
        // SAFETY: job 1, of which nothing has changed.
        Err(Unlike::Otherwise) => return unsafe { dispatch(call, site, operands, fresh, f, shape) },
    };
    take(Route::Alike);
    // SAFETY: job 1; `nest_alike` found nest and cursors for these operands, whose sizes are those of the call.
    unsafe { run_direct(site, nest, &mut cursors, operands, fresh, f) };
    Ok(Extents { sizes, strides: None, len: nest.len() })
}

/// Runs a call: shapes first, then memory for the fresh results, then the loop. Gives the extents of results.
///
/// # Safety
/// Job 1: the kernels of the site are those of `f` and of the operands' and results' types.
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
        // SAFETY: job 1, and the shape is as empty as before.
        return unsafe { dispatch_joined(call, site, operands, fresh, f, shape) };
    };
    take(Route::Direct);
    // SAFETY: job 1; `nest` found nest and cursors for these operands, and joined their shape.
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
    // SAFETY: job 1, and 3 as the memory has room for the nest's elements; the nest is that of the operands.
    unsafe { direct::run(site, nest, cursors, operands, memory.made(), f) };
    memory.keep();
}

/// Runs a call for which there is no nest, in an empty shape.
///
/// # Safety
/// As for [`dispatch`].
#[inline(never)]
unsafe fn dispatch_joined<'s>(
    call: &Call,
    site: &'static Site,
    operands: &[RawOperand],
    fresh: &mut [Made],
    f: *const u8,
    shape: &'s mut Shape,
) -> Result<Extents<'s>, Box<BroadcastError>> {
    shape.join(call, operands, site.rank, site.largest)?;
    let memory = Owned::new(fresh, shape.len());
    // SAFETY: job 1, 2 as the shape was joined from the operands, 3 as the memory was made for it.
    unsafe { not_direct(&Job::new(call, site, shape, operands, memory.made(), f)) };
    memory.keep();
    Ok(shape.extents())
}

/// Runs a job whose shape is joined and whose outputs have memory.
///
/// # Safety
/// The invariants of the job; nobody else reads or writes its outputs meanwhile.
unsafe fn joined(job: &Job) {
    let mut cursors = Cursors::new();
    let row_major = job.shape.strides().is_none();
    let nest = || direct::nest(job.call, job.site, job.operands, &mut Shape::empty(), &mut cursors);
    // SAFETY: the invariants of the job; a nest is found for its own operands, and either route runs it once.
    unsafe {
        match row_major.then(nest).flatten() {
            Some(nest) => {
                take(Route::Direct);
                direct::run(job.site, nest, &mut cursors, job.operands, job.fresh, job.f);
            }
            None => not_direct(job),
        }
    }
}

/// # Safety
/// As for [`joined`].
unsafe fn not_direct(job: &Job) {
    if job.shape.len() == 0 {
        return take(Route::Empty);
    }
    // SAFETY: the invariants of the job, which nothing has run yet.
    if unsafe { direct::run_with_copies(job) } {
        return take(Route::Copied);
    }
    take(Route::Planned);
    let mut plan = LoopPlan::empty();
    plan.build(job.shape, job.operands, job.site.targets, job.fresh.iter().map(Made::unit));
    // SAFETY: the invariants of the job, of which the plan has just been made.
    unsafe { parallel::run(job, &plan) };
}

/// Prepares the passes of a call, and hands them to whoever runs them one after the other.
///
/// # Safety
/// The kernels, functions and operands of the passes are valid until `finish` returns, which runs all of them.
#[inline(always)]
pub(super) unsafe fn several<R>(
    passes: &mut Passes,
    finish: impl FnOnce(&mut dyn Run) -> R,
) -> Result<R, Box<BroadcastError>> {
    let mut memory = MaybeUninit::uninit();
    if let Some(mut ready) = DirectPasses::of(&mut memory).ready(passes) {
        take(Route::EachDirect);
        return Ok(finish(&mut ready));
    }
    let (layouts, mut room) = (Layouts::of(passes.list.len()), YieldRoom::new());
    let mut program = Program::new(passes, &layouts, &mut room)?;
    Ok(finish(&mut program))
}

impl<'a> Run<'a> for Program<'a> {
    unsafe fn next(&mut self) -> Done<'_, 'a> {
        // SAFETY: placed pass 1 to 3; segments run in order, so what one reads has been yielded.
        self.up_to_next_last(|segment, passes| unsafe { run_segment(segment, passes) })
    }
}

/// Runs the passes of a segment: block by block if they agreed to, else each over all of its shape.
///
/// # Safety
/// The invariants of each pass, and what earlier segments yield is there; nobody else writes what these yield or
/// assign.
unsafe fn run_segment(segment: &Segment, passes: &[PlacedPass]) {
    if let Some(blocks) = &segment.blocks {
        take(Route::Blocks);
        // SAFETY: placed pass 1 to 3, and nobody else writes what these passes yield or assign.
        return unsafe { segment::run(blocks, passes) };
    }
    for pass in passes.iter().filter(|pass| !pass.is_written) {
        // SAFETY: placed pass 1 to 3; what it reads of passes before it has been yielded.
        unsafe { whole(pass) };
    }
}

/// Runs one pass over all of its shape; a single value is left to whoever knows its type.
///
/// # Safety
/// The pass's invariants, and what it reads has been yielded; nobody else writes what it yields or assigns.
unsafe fn whole(pass: &PlacedPass) {
    if let Work::Last { single: true, .. } = pass.work {
        return;
    }
    match pass.kind() {
        // SAFETY: job 1 to 3 are placed pass 1 to 3: the outputs are fresh results, or the items of the stage.
        Kind::Map => unsafe {
            joined(&job(pass, &pass.outputs()));
            // SAFETY: the item has memory for all elements, in row-major order as a stage that maps lays them out.
            if let Work::Stage { reduce: Reduce::Scan(scanned), .. } = pass.work {
                scanned.run(pass.items()[0].ptr, pass.shape.sizes(), pass.call.serial);
            }
        },
        Kind::Reduction => {
            if let Some(contraction) = Contraction::of_pass(pass) {
                take(Route::Contraction);
                // SAFETY: placed pass 1 to 3, and what the pass reads has been yielded; its item has memory.
                return unsafe {
                    let (stage, item) = ((pass.site, pass.f), pass.items()[0].ptr);
                    contraction.run(stage, &pass.operands, item, pass.work.yields(), pass.call.serial)
                };
            }
            take(Route::Tree);
            // SAFETY: placed pass 1 to 3, and what the pass reads has been yielded.
            unsafe { reduce::run(pass) }
        }
    }
}
