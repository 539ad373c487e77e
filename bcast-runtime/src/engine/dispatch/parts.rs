//! Passes of which only some indices along an axis are run: pieces of a place, blocks of what is in no memory.

use crate::engine::Made;
use crate::engine::contraction::Contraction;
use crate::engine::passes::PlacedPass;
use crate::engine::prepared::{Lives, Prepared, plan_of};
use crate::engine::scan::{Origin, Scanned};
use crate::engine::slab::with_scratch;
use crate::engine::tuning::SHARED_BLOCKS;
use crate::engine::work_sharing::{share, threads};
use crate::loop_plan::{LoopPlan, Window};
use crate::operand::Readable;
use crate::place::Place;
use std::ops::Range;

/// Multiplies matrices, as far as they are here.
///
/// # Safety
/// The pass's invariants, and what it reads of these indices has been yielded, which are along an axis that it keeps.
pub(super) unsafe fn contract(pass: &PlacedPass, axis: usize, indices: Range<usize>) {
    let mut operands = pass.operands.clone();
    for operand in &mut operands {
        let step = operand.axes().output_stride(axis, pass.shape.sizes().len()) * operand.unit();
        if let Some(ptr) = operand.memory_ptr() {
            // SAFETY: the elements from the first index on.
            unsafe { operand.move_to(ptr.wrapping_offset(step * indices.start as isize)) };
        }
    }
    let item = pass.items()[0];
    let to = item.ptr.wrapping_offset(item.strides[axis] * indices.start as isize);
    if let Some(contraction) = Contraction::of_part(pass, axis, indices.len()) {
        // SAFETY: placed pass 1 to 3, of these indices.
        unsafe { contraction.run((pass.site, pass.f), &operands, to, pass.work.yields(), pass.call.serial) };
    }
}

/// Has elements run along an axis after they have been written; along the one that is cut from piece to piece.
///
/// # Safety
/// As for [`contract`]; the indices are those that are here.
pub(super) unsafe fn run_along(
    pass: &PlacedPass,
    scan: Scanned,
    axis: usize,
    (indices, place): (Range<usize>, &dyn Place),
) {
    if usize::from(scan.axis) != axis {
        // SAFETY: as whoever calls says.
        return unsafe { run_beside(pass, scan, axis, indices) };
    }
    let item = pass.items()[0];
    let first = item.ptr.wrapping_offset(item.strides[axis] * indices.start as isize);
    let local = pass.shape.part(axis, indices.len(), None);
    // SAFETY: the item has memory for these elements, in row-major order, and they have been written.
    unsafe { scan.run_in_pieces(first, local.sizes(), (indices, pass.shape.sizes()[axis]), place) };
}

/// Has elements run along another axis than the one that is cut, after they have been written.
///
/// # Safety
/// As for [`contract`], along an axis that the pass keeps.
unsafe fn run_beside(pass: &PlacedPass, scan: Scanned, axis: usize, indices: Range<usize>) {
    let item = pass.items()[0];
    let first = item.ptr.wrapping_offset(item.strides[axis] * indices.start as isize);
    let local = pass.shape.part(axis, indices.len(), None);
    // SAFETY: the item has memory for these elements, in row-major order, and they have been written.
    unsafe { scan.run(first, local.sizes(), pass.call.serial, Origin::Here) };
}

/// Runs a part of a pass along an axis that it does not reduce.
///
/// # Safety
/// As for [`contract`]; the indices are inside, and nobody else runs them.
pub(super) unsafe fn part(pass: &PlacedPass, axis: usize, indices: Range<usize>) {
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
    let window = Window { axis, extent: indices.len() };
    let plan: LoopPlan = plan_of(pass, axis, indices, Lives::Nowhere);
    let outputs: Vec<Made> = pass.outputs();
    let prepared = Prepared::new(pass, &outputs, (&plan, Some(window)), &[]);
    with_scratch(prepared.scratch(), |scratch| {
        let mut walk = prepared.walk(scratch, &[]);
        // SAFETY: the indices are inside; what the pass reads of them has been yielded.
        unsafe { prepared.run(&mut walk, scratch, None) };
    });
}
