//! Calls on a place: pass by pass, each of them piece by piece.

use super::cuts::cuts;
use super::{Running, whole};
use crate::engine::Made;
use crate::engine::contraction::Contraction;
use crate::engine::passes::{Done, Passes, PlacedPass, Reduce, Run, Work};
use crate::engine::prepared::{Lives, Prepared, plan_of};
use crate::engine::program::{Layouts, Program, YieldRoom, shape_all};
use crate::engine::reduce::run_in_pieces;
use crate::engine::segment::{self, Cuts};
use crate::engine::slab::with_scratch;
use crate::engine::tuning::SHARED_BLOCKS;
use crate::engine::work_sharing::{share, threads};
use crate::error::BroadcastError;
use crate::loop_plan::LoopPlan;
use crate::place::Place;
use std::ops::Range;

/// Prepares the passes of a call on a place, and hands them to whoever runs them one after the other.
///
/// # Safety
/// As for [`several`](super::several).
pub(in crate::engine) unsafe fn several_on<R>(
    place: &dyn Place,
    passes: &mut Passes,
    finish: impl FnOnce(&mut dyn Run) -> R,
) -> Result<R, Box<BroadcastError>> {
    let (layouts, mut room) = (Layouts::of(passes.list.len()), YieldRoom::new());
    let shaped = shape_all(passes, &layouts)?;
    let cuts = cuts(&shaped, place)?;
    let segments = segment::all(&shaped, Some(&cuts));
    let program = Program::of(Running, shaped, segments, &layouts, &mut room);
    Ok(finish(&mut OnPlace { program, cuts, place }))
}

/// All passes of a call that runs on a place.
struct OnPlace<'a> {
    program: Program<'a>,
    cuts: Cuts,
    place: &'a dyn Place,
}

impl<'a> Run<'a> for OnPlace<'a> {
    unsafe fn next(&mut self) -> Done<'_, 'a> {
        let OnPlace { program, cuts, place } = self;
        program.up_to_next_last(|segment, passes| {
            if let Some(blocks) = &segment.blocks {
                for piece in place.here() {
                    let indices = place.part(blocks.indices().len(), piece);
                    // SAFETY: placed pass 1 to 3; segments run in order, so what one reads has been yielded; the parts
                    // of pieces are disjoint.
                    unsafe { segment::run(blocks, passes, indices) };
                }
                return;
            }
            for (pass, &cut) in passes.iter().zip(&cuts[segment.passes.clone()]).filter(|(pass, _)| !pass.is_written) {
                // SAFETY: placed pass 1 to 3; passes run in order, so what one reads has been yielded.
                unsafe { in_pieces(pass, cut, *place) };
            }
        })
    }
}

/// Runs a pass: the pieces of it that are here.
///
/// # Safety
/// The pass's invariants, and what it reads has been yielded; nobody else writes what it yields or assigns.
unsafe fn in_pieces(pass: &PlacedPass, cut: Option<usize>, place: &dyn Place) {
    let is_here = || place.here().len() == place.pieces();
    match cut {
        Some(axis) if pass.reduces(axis) => {
            // SAFETY: as whoever calls says.
            unsafe { run_in_pieces(pass, axis, place) }
        }
        Some(axis) if !(runs_as_a_whole(pass) && is_here()) => {
            for piece in place.here() {
                // SAFETY: the parts of pieces are disjoint.
                unsafe { part(pass, axis, place.part(pass.shape.sizes()[axis], piece)) };
            }
        }
        // SAFETY: as whoever calls says.
        _ => unsafe { whole(Running, pass) },
    }
}

/// Whether a pass had better not be cut: matrices are multiplied so, and what runs along an axis is gone over again.
fn runs_as_a_whole(pass: &PlacedPass) -> bool {
    let scans = matches!(pass.work, Work::Stage { reduce: Reduce::Scan(_), .. });
    scans || Contraction::of_pass(pass).is_some()
}

/// Runs a part of a pass along an axis that it does not reduce.
///
/// # Safety
/// As for [`in_pieces`]; the indices are inside, and nobody else runs them.
unsafe fn part(pass: &PlacedPass, axis: usize, indices: Range<usize>) {
    if indices.is_empty() {
        return;
    }
    let parts = if pass.call.serial || pass.len() < SHARED_BLOCKS { 1 } else { threads().min(indices.len()) };
    let part = |at: usize| indices.start + indices.len() * at / parts;
    share(parts, |some| {
        // SAFETY: the parts are disjoint.
        some.for_each(|at| unsafe { window(pass, axis, part(at)..part(at + 1)) });
    });
}

/// The same on this thread.
///
/// # Safety
/// As for [`part`].
unsafe fn window(pass: &PlacedPass, axis: usize, indices: Range<usize>) {
    let plan: LoopPlan = plan_of(pass, axis, indices, Lives::Nowhere);
    let outputs: Vec<Made> = pass.outputs();
    let prepared = Prepared::new(pass, &outputs, &plan, &[]);
    with_scratch(prepared.scratch(), |scratch| {
        let mut walk = prepared.walk(scratch, &[]);
        // SAFETY: the indices are inside; what the pass reads of them has been yielded.
        unsafe { prepared.run(&mut walk, scratch) };
    });
}
