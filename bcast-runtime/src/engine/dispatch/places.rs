//! Calls on a place: pass by pass, each of them piece by piece.

use super::cuts::{cuts, here, is_here};
use super::parts::{contract, part, run_along};
use super::sweeps::several_swept;
use super::{Running, whole};
use crate::engine::Made;
use crate::engine::contraction::Contraction;
use crate::engine::lend::{Home, Lent};
use crate::engine::passes::{Done, Item, Passes, PlacedPass, Reduce, Run, Shaped, Work};
use crate::engine::program::{Layouts, Program, YieldRoom, shape_all};
use crate::engine::reduce::run_in_pieces;
use crate::engine::segment::{self, Cuts};
use crate::error::BroadcastError;
use crate::place::{Here, PartOf, Place};
use crate::shape::Shape;

/// Prepares the passes of a call on a place, and hands them to whoever runs them one after the other. Of what each last
/// pass makes, also gives of what it is a part.
///
/// # Safety
/// As for [`several`](super::several).
pub(in crate::engine) unsafe fn several_on<R>(
    place: &dyn Place,
    passes: &mut Passes,
    finish: impl FnOnce(&mut dyn Run) -> R,
) -> Result<(R, Vec<Option<PartOf>>), Box<BroadcastError>> {
    if let Some(sweeps) = place.sweeps() {
        // SAFETY: as whoever calls says.
        return unsafe { several_swept(place, sweeps, passes, finish) };
    }
    let call = passes.list.first().map_or("bcast!", |pass| pass.call.name);
    let (layouts, mut room) = (Layouts::of(passes.list.len()), YieldRoom::new());
    let shaped = shape_all(passes, &layouts).and_then(|mut shaped| {
        let cuts = cuts(&mut shaped, place)?;
        Ok((shaped, cuts))
    });
    if place.fails(shaped.is_err()) {
        return Err(shaped.err().unwrap_or_else(|| Box::new(BroadcastError::Elsewhere { call })));
    }
    let (mut shaped, cuts) = shaped?;
    if !is_here(place) {
        take_parts(&mut shaped, &cuts, &layouts, place);
    }
    let segments = segment::all(&shaped, Some(&cuts));
    let mut made = Vec::new();
    let mut moves = |passes: &mut [Shaped], items: &mut [Vec<Item>], lent: &Lent| made = moved(passes, items, lent);
    let program = Program::of(Running, (shaped, segments), &layouts, &mut room, Some(&mut moves));
    let wholes = made.iter().filter(|made: &&Parts| made.is_last).map(|made| made.whole.clone()).collect();
    let mut on = OnPlace { program, cuts, place, made };
    Ok((finish(&mut on), wholes))
}

/// Moves what each pass makes back by what is elsewhere, and gives what of it is here.
fn moved(passes: &mut [Shaped], items: &mut [Vec<Item>], lent: &Lent) -> Vec<Parts> {
    let made = passes.iter().map(Parts::of).collect();
    // A target begins there already.
    let is_there = |stage, item| matches!(lent.home(stage, item), Some(Home::Target(_)));
    for (stage, (pass, items)) in passes.iter_mut().zip(items).enumerate() {
        move_back(pass, items, |item| is_there(stage, item));
    }
    made
}

/// Has each pass make only what is here of what is cut.
fn take_parts<'a>(shaped: &mut [Shaped<'a>], cuts: &Cuts, layouts: &'a Layouts, place: &dyn Place) {
    for (index, pass) in shaped.iter_mut().enumerate() {
        pass.is_apart = true;
        for (at, from) in pass.yielded.clone() {
            pass.operands[at].shape(layouts.of_all(from.stage).axes(from.form));
        }
        let Some(axis) = cuts[index] else { continue };
        let indices = here(place, pass.shape.sizes()[axis]);
        match pass.work {
            Work::Stage { .. } => layouts.keep_part(index, axis, indices.len()),
            Work::Last { .. } => pass.shape.narrow(axis, indices.len()),
        }
        pass.part = Some(Here { axis, indices });
    }
}

/// Moves memory of a part back to where all of it would begin: passes count indices from there.
fn move_back(pass: &mut Shaped, items: &mut [Item], is_there: impl Fn(usize) -> bool) {
    let Some(Here { axis, indices }) = &pass.part else { return };
    let start = indices.start as isize;
    for (_, item) in items.iter_mut().enumerate().filter(|&(item, _)| !is_there(item)) {
        item.ptr = item.ptr.wrapping_offset(-start * item.strides[*axis]);
    }
    let stride = pass.shape.fresh_stride(*axis);
    for made in &mut pass.fresh {
        made.ptr = made.ptr.wrapping_offset(-start * stride * made.size as isize);
    }
}

/// What a pass makes, as memory that can be given away or freed.
struct Parts {
    is_last: bool,
    fresh: Vec<Made>,
    shape: Shape,
    whole: Option<PartOf>,
}

impl Parts {
    fn of(pass: &Shaped) -> Self {
        let whole = pass.part.clone().map(|cut| PartOf { sizes: pass.shape.sizes().to_vec(), cut });
        let shape = match &pass.part {
            // Arrays without elements have no strides of their own.
            Some(Here { axis, indices }) if indices.is_empty() => {
                let (mut sizes, mut shape) = (pass.shape.sizes().to_vec(), Shape::empty());
                sizes[*axis] = 0;
                shape.set(&sizes);
                shape
            }
            Some(Here { axis, indices }) => pass.shape.part(*axis, indices.len(), None),
            None => pass.shape,
        };
        Parts { is_last: !pass.work.is_stage(), fresh: pass.fresh.clone(), shape, whole }
    }
}

/// All passes of a call that runs on a place.
struct OnPlace<'a> {
    program: Program<'a>,
    cuts: Cuts,
    place: &'a dyn Place,
    /// What each pass makes.
    made: Vec<Parts>,
}

impl Drop for OnPlace<'_> {
    /// Frees what was for fresh results that nobody has taken.
    fn drop(&mut self) {
        for made in &self.made[self.program.given()..] {
            made.fresh.iter().for_each(|fresh| fresh.free(made.shape.len()));
        }
        self.program.give_all();
    }
}

impl<'a> Run<'a> for OnPlace<'a> {
    unsafe fn next(&mut self) -> Done<'_, 'a> {
        let OnPlace { program, cuts, place, made } = self;
        let place = *place;
        let at = program.run_up_to_next_last(|segment, passes| {
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
                unsafe { in_pieces(pass, cut, place) };
            }
        });
        let parts = &made[at];
        Done { fresh: &parts.fresh, shape: &parts.shape, ..program.done(at) }
    }
}

/// Runs a pass: the pieces of it that are here.
///
/// # Safety
/// The pass's invariants, and what it reads has been yielded; nobody else writes what it yields or assigns.
unsafe fn in_pieces(pass: &PlacedPass, cut: Option<usize>, place: &dyn Place) {
    let Some(axis) = cut else {
        // SAFETY: as whoever calls says.
        return unsafe { whole(Running, pass) };
    };
    let size = pass.shape.sizes()[axis];
    // SAFETY: as whoever calls says.
    unsafe {
        if pass.reduces(axis) {
            return run_in_pieces(pass, axis, place);
        }
        if is_here(place) && runs_as_a_whole(pass) {
            return whole(Running, pass);
        }
        if Contraction::of_pass(pass).is_some() {
            return contract(pass, axis, here(place, size));
        }
        // The parts of pieces are disjoint.
        place.here().into_iter().for_each(|piece| part(pass, axis, place.part(size, piece)));
        if let Work::Stage { reduce: Reduce::Scan(scan), .. } = pass.work {
            run_along(pass, scan, axis, (here(place, size), place));
        }
    }
}

/// Whether a pass had better not be cut: matrices are multiplied so, and what runs along an axis is gone over again.
fn runs_as_a_whole(pass: &PlacedPass) -> bool {
    let scans = matches!(pass.work, Work::Stage { reduce: Reduce::Scan(_), .. });
    scans || Contraction::of_pass(pass).is_some()
}
