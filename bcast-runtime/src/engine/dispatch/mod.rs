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

mod cuts;
mod driver;
mod parts;
mod places;
mod scanned;
mod sweeps;

use super::contraction::Contraction;
use super::direct::{self, Adjacent, Cursors, Found, Nest, Unlike};
use super::fresh::Owned;
use super::mode::{Explaining, Mode, Running};
use super::notes::Note;
use super::passes::{Done, Explain, Kind, Passes, PlacedPass, Reduce, Run, Work};
use super::prepared::job;
use super::program::{Layouts, Program, YieldRoom};
use super::route::Route;
use super::segment::{self, Segment};
use super::{Job, Made, Site, parallel, reduce};
use crate::call::Call;
use crate::error::BroadcastError;
use crate::loop_plan::LoopPlan;
use crate::operand::RawOperand;
use crate::shape::{Extents, Shape};
pub(super) use driver::Driver;
pub(super) use places::several_on;
use scanned::scanned;
use std::mem::MaybeUninit;
pub(super) use sweeps::explain_swept;

/// Runs a call whose operands may be alike, as arrays that run on, then, `BY_ROWS`, as arrays whose rows do. Gives the
/// extents of results.
///
/// # Safety
/// As for [`dispatch`].
#[inline(never)]
pub(super) unsafe fn dispatch_alike<'s, M: Driver, const BY_ROWS: bool>(
    mode: M,
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
        Err(Unlike::Rows) => return unsafe { dispatch_alike::<M, true>(mode, call, site, operands, fresh, f, shape) },
        // SAFETY: job 1, of which nothing has changed.
        Err(Unlike::Otherwise) => return unsafe { M::dispatch(mode, call, site, operands, fresh, f, shape) },
    };
    mode.take(Route::Alike);
    // SAFETY: job 1; `nest_alike` found nest and cursors for these operands, whose sizes are those of the call.
    unsafe { run_direct((mode, sizes), (call, site), nest, &mut cursors, operands, fresh, f) };
    Ok(Extents { sizes, strides: None, len: nest.len() })
}

/// Runs a call whose operands are adjacent, as types tell, if it is small, and says whether it is.
///
/// # Safety
/// As for [`dispatch`]; the operands are these.
#[inline(always)]
unsafe fn map_adjacent<M: Mode>(
    mode: M,
    (call, site): (&Call, &'static Site),
    (adjacent, cursors): (&Adjacent, &mut Cursors),
    fresh: &mut [Made],
    f: *const u8,
) -> bool {
    let Some(nest) = adjacent.nest(call, site, cursors) else { return false };
    mode.take(Route::Alike);
    let memory = Owned::new(mode, fresh, nest.len());
    if M::RUNS {
        // SAFETY: job 1 and 3, as the memory has room for the nest's elements; nest and cursors are those of the
        // operands.
        unsafe { direct::run(site, nest, cursors, adjacent.reads, memory.made(), f) };
    }
    memory.keep();
    true
}

/// Runs a call: shapes first, then memory for the fresh results, then the loop. Gives the extents of results.
///
/// # Safety
/// Job 1: the kernels of the site are those of `f` and of the operands' and results' types.
#[inline(always)]
pub(super) unsafe fn dispatch<'s, M: Mode>(
    mode: M,
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
        return unsafe { dispatch_joined(mode, call, site, operands, fresh, f, shape) };
    };
    mode.take(Route::Direct);
    // SAFETY: job 1; `nest` found nest and cursors for these operands, and joined their shape.
    unsafe { run_direct((mode, shape.sizes()), (call, site), nest, &mut cursors, operands, fresh, f) };
    Ok(shape.extents())
}

/// What is noted of a job.
fn note_of(job: &Job) -> Note {
    note_of_pass((job.call, job.site), job.operands, job.fresh, job.shape.sizes())
}

pub(super) fn note_of_pass(
    (call, site): (&Call, &Site),
    operands: &[RawOperand],
    fresh: &[Made],
    sizes: &[usize],
) -> Note {
    let len = sizes.iter().product();
    Note::of(call, operands, site.targets, sizes).writing(fresh.iter().map(|made| made.noted(len)))
}

/// Memory for the fresh results, and one kernel call.
///
/// # Safety
/// As for [`dispatch`]; the nest and the cursors were found for this call.
#[inline(always)]
unsafe fn run_direct<M: Mode>(
    (mode, sizes): (M, &[usize]),
    (call, site): (&Call, &Site),
    nest: Nest,
    cursors: &mut Cursors,
    operands: &[RawOperand],
    fresh: &mut [Made],
    f: *const u8,
) {
    // Of a call that does not run, results lie at places that nobody writes.
    let memory = Owned::new(mode, fresh, nest.len());
    if !M::RUNS {
        return mode.note(|| note_of_pass((call, site), operands, memory.made(), sizes).by_rows(nest.sizes()));
    }
    // SAFETY: job 1, and 3 as the memory has room for the nest's elements; the nest is that of the operands.
    unsafe { direct::run(site, nest, cursors, operands.len(), memory.made(), f) };
    memory.keep();
}

/// Runs a call for which there is no nest, in an empty shape.
///
/// # Safety
/// As for [`dispatch`].
#[inline(never)]
unsafe fn dispatch_joined<'s, M: Mode>(
    mode: M,
    call: &Call,
    site: &'static Site,
    operands: &[RawOperand],
    fresh: &mut [Made],
    f: *const u8,
    shape: &'s mut Shape,
) -> Result<Extents<'s>, Box<BroadcastError>> {
    shape.join(call, operands, site.rank, site.largest)?;
    let memory = Owned::new(mode, fresh, shape.len());
    // SAFETY: job 1, 2 as the shape was joined from the operands, 3 as the memory was made for it.
    unsafe { not_direct(mode, &Job::new(call, site, shape, operands, memory.made(), f)) };
    memory.keep();
    Ok(shape.extents())
}

/// Runs a job whose shape is joined and whose outputs have memory.
///
/// # Safety
/// The invariants of the job; nobody else reads or writes its outputs meanwhile.
unsafe fn joined<M: Mode>(mode: M, job: &Job) {
    let mut cursors = Cursors::new();
    // What is added goes through the scratch of a walk.
    let (row_major, adds) = (job.shape.strides().is_none(), job.fresh.iter().any(|made| made.adds));
    let nest = || direct::nest(job.call, job.site, job.operands, &mut Shape::empty(), &mut cursors);
    // SAFETY: the invariants of the job; a nest is found for its own operands, and either route runs it once.
    unsafe {
        match (row_major && !adds).then(nest).flatten() {
            Some(nest) => {
                mode.take(Route::Direct);
                if !M::RUNS {
                    return mode.note(|| note_of(job).by_rows(nest.sizes()));
                }
                direct::run(job.site, nest, &mut cursors, job.operands.len(), job.fresh, job.f);
            }
            None => not_direct(mode, job),
        }
    }
}

/// # Safety
/// As for [`joined`].
unsafe fn not_direct<M: Mode>(mode: M, job: &Job) {
    if job.shape.len() == 0 {
        mode.take(Route::Empty);
        return mode.note(|| note_of(job));
    }
    // SAFETY: the invariants of the job, which nothing has run yet.
    if !job.fresh.iter().any(|made| made.adds) && unsafe { direct::run_with_copies(mode, job) } {
        return;
    }
    mode.take(Route::Planned);
    let mut plan = LoopPlan::empty();
    build(&mut plan, job);
    if !M::RUNS {
        return mode.note(|| parallel::note(job, &plan, note_of(job)));
    }
    // SAFETY: the invariants of the job, of which the plan has just been made.
    unsafe { parallel::run(job, &plan) };
}

/// Builds the plan of a job.
#[inline(always)]
fn build(plan: &mut LoopPlan, job: &Job) {
    plan.build(job.shape, job.operands, job.site.targets, job.fresh.iter().map(Made::unit));
}

/// Prepares the passes of a call, and hands them to whoever runs them one after the other.
///
/// # Safety
/// The kernels, functions and operands of the passes are valid until `finish` returns, which runs all of them.
#[inline(always)]
pub(super) unsafe fn several<M: Driver, R>(
    mode: M,
    passes: &mut Passes,
    finish: impl FnOnce(&mut dyn Run) -> R,
) -> Result<M::Made<R>, Box<BroadcastError>> {
    let mut found = Found::of(passes);
    // By reference: to move it would wait for its fields.
    let made = match &mut M::ready(mode, &mut found, passes) {
        Some(ready) => {
            mode.take(Route::EachDirect);
            Ok(mode.finish(ready, finish))
        }
        None => Err(finish),
    };
    found.keep(passes);
    made.or_else(|finish| {
        let (layouts, mut room) = (Layouts::of(passes.list.len()), YieldRoom::new());
        let mut program = M::program(mode, passes, &layouts, &mut room)?;
        Ok(mode.finish(&mut program, finish))
    })
}

impl Explain for Program<'_> {
    fn explain(&mut self, mode: Explaining) {
        for (segment, passes) in self.segments() {
            // SAFETY: the invariants of each pass; in this mode nothing is read or written.
            unsafe { run_segment(mode, segment, passes) };
        }
    }
}

impl<'a> Run<'a> for Program<'a> {
    unsafe fn next(&mut self) -> Done<'_, 'a> {
        // SAFETY: placed pass 1 to 3; segments run in order, so what one reads has been yielded.
        self.up_to_next_last(|segment, passes| unsafe { run_segment(Running, segment, passes) })
    }
}

/// Runs the passes of a segment: block by block if they agreed to, else each over all of its shape.
///
/// # Safety
/// The invariants of each pass, and what earlier segments yield is there; nobody else writes what these yield or
/// assign.
unsafe fn run_segment<M: Mode>(mode: M, segment: &Segment, passes: &[PlacedPass]) {
    if let Some(blocks) = &segment.blocks {
        mode.take(Route::Blocks);
        if !M::RUNS {
            return segment::notes(blocks, passes).into_iter().for_each(|note| mode.note(|| note));
        }
        // SAFETY: placed pass 1 to 3, and nobody else writes what these passes yield or assign.
        return unsafe { segment::run(blocks, passes, blocks.indices()) };
    }
    for pass in passes {
        if pass.is_written {
            mode.note(|| pass.note());
        } else {
            // SAFETY: placed pass 1 to 3; what it reads of passes before it has been yielded.
            unsafe { whole(mode, pass) };
        }
    }
}

/// Runs one pass over all of its shape; a single value is left to whoever knows its type.
///
/// # Safety
/// The pass's invariants, and what it reads has been yielded; nobody else writes what it yields or assigns.
unsafe fn whole<M: Mode>(mode: M, pass: &PlacedPass) {
    if let Work::Last { single: true, .. } = pass.work {
        return mode.note(|| pass.note());
    }
    match pass.kind() {
        Kind::Map => {
            let outputs = pass.outputs();
            let job = job(pass, &outputs);
            // SAFETY: job 1 to 3 are placed pass 1 to 3: the outputs are fresh results, or the items of the stage.
            unsafe {
                match pass.work {
                    Work::Stage { reduce: Reduce::Scan(scan), .. } => scanned(mode, pass, &job, scan),
                    _ => joined(mode, &job),
                }
            }
            mode.amend(|note| pass.tell(note));
        }
        Kind::Reduction => {
            if let Some(contraction) = Contraction::of_pass(pass) {
                mode.take(Route::Contraction);
                if !M::RUNS {
                    return mode.note(|| pass.note().multiplying(contraction.extent(pass.call.serial)));
                }
                // SAFETY: placed pass 1 to 3, and what the pass reads has been yielded; its item has memory.
                return unsafe {
                    let (stage, item) = ((pass.site, pass.f), pass.items()[0].ptr);
                    contraction.run(stage, &pass.operands, item, pass.work.yields(), pass.call.serial)
                };
            }
            mode.take(Route::Tree);
            if !M::RUNS {
                return mode.note(|| reduce::note(pass));
            }
            // SAFETY: placed pass 1 to 3, and what the pass reads has been yielded.
            unsafe { reduce::run(pass) }
        }
    }
}
