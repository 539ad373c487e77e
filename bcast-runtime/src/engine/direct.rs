//! One kernel call and no plan: for calls whose streams a kernel can go over as they lie.
//!
//! That is possible where all run on in row-major order, and along one or two axes where columns are adjacent or, in
//! kernels for rows, the same. Of tiny calls, the operands that lie otherwise are copied first.

use super::kernel::{Cursor, LANES};
use super::pass::SHORT;
use super::staging::{self, Block};
use super::{ALIGN, Job, Made, parallel};
use crate::loop_plan::{Stream, unit};
use crate::operand::RawOperand;
use crate::simd;
use std::mem::MaybeUninit;

/// Calls with more streams have a plan.
const STREAMS: usize = 12;
/// A call of at most this many elements copies operands into order: beyond it a plan costs less.
const TINY: usize = 64;
/// Rows shorter than the lanes are gone over one by one up to so many elements; beyond it a plan has them run end to end.
const FEW: usize = 512;
/// Room for one copied operand, and how many can be.
const ROOM: usize = TINY * 8;
const COPIES: usize = 4;

#[repr(align(64))]
struct Copies(MaybeUninit<[[u8; ROOM]; COPIES]>);
const _: () = assert!(align_of::<Copies>() == ALIGN && ROOM.is_multiple_of(ALIGN));

/// How a kernel goes over the elements.
#[derive(Clone, Copy)]
struct Nest {
    rows: usize,
    columns: usize,
    /// The output axis of rows, and that of columns; without, everything runs on.
    axes: Option<(usize, usize)>,
    /// The kernel is the one for rows.
    by_rows: bool,
}

/// Runs the job if it is simple enough; says whether it did.
///
/// # Safety
/// As for [`super::execute`].
#[inline(always)]
pub(super) unsafe fn run(job: &Job) -> bool {
    if job.operands.len() + job.site.targets + job.fresh.len() > STREAMS || parallel::worth_it(job) {
        return false;
    }
    let Some(nest) = nest(job) else {
        return false;
    };
    // SAFETY: passed on.
    unsafe { call(job, nest, |_| None) || (job.shape.len() <= TINY && with_copies(job, nest)) }
}

/// The nest of a job, if it is that simple.
#[inline(always)]
fn nest(job: &Job) -> Option<Nest> {
    let (flat, row_major) = (job.shape.flat(), job.shape.strides().is_none());
    let nest = |rows, columns, axes| Some(Nest { rows, columns, axes, by_rows: false });
    match *job.shape.sizes() {
        _ if flat => nest(1, job.shape.len(), None),
        [columns] => nest(1, columns, Some((0, 0))),
        [columns, 1] if row_major => nest(1, columns, Some((1, 0))),
        [rows, columns] if row_major && (columns >= SHORT || rows * columns <= FEW) => {
            Some(Nest { rows, columns, axes: Some((0, 1)), by_rows: job.site.row_kernels.is_some() })
        }
        _ => None,
    }
}

/// Calls the kernel if everything lies right, but for operands that can be copied.
///
/// # Safety
/// As for [`super::execute`]; `copy` gives the elements of an operand in row-major order.
#[inline(always)]
unsafe fn call(job: &Job, nest: Nest, mut copy: impl FnMut(&RawOperand) -> Option<*mut u8>) -> bool {
    let mut cursors = [const { MaybeUninit::<Cursor>::uninit() }; STREAMS];
    let (inputs, outputs) = cursors.split_at_mut(job.operands.len());
    for (at, (slot, operand)) in inputs.iter_mut().zip(job.operands).enumerate() {
        let (run, row) = ((LANES * operand.size) as isize, (nest.columns * operand.size) as isize);
        let Some(cursor) = in_place(job, nest, operand, run).or_else(|| Some(Cursor { ptr: copy(operand)?, run, row }))
        else {
            return false;
        };
        slot.write(cursor);
        if at < job.site.targets {
            outputs[at].write(cursor);
        }
    }
    for (slot, &Made { ptr, size, .. }) in outputs[job.site.targets..].iter_mut().zip(job.fresh) {
        slot.write(Cursor { ptr, run: 0, row: (nest.columns * size) as isize });
    }
    let kernels = job.site.row_kernels.as_ref().filter(|_| nest.by_rows).unwrap_or(&job.site.kernels);
    let cursors = cursors.as_ptr().cast::<Cursor>();
    // SAFETY: every stream has a cursor, and where it leads `rows` times `columns` elements, or as many as the kernel reads.
    unsafe { kernels[simd::level()](job.f, cursors, cursors.add(job.operands.len()), nest.columns, nest.rows) };
    true
}

/// The cursor of an operand that a kernel can read where it is.
#[inline(always)]
fn in_place(job: &Job, nest: Nest, operand: &RawOperand, run: isize) -> Option<Cursor> {
    let ptr = operand.ptr.cast_mut();
    if operand.is_single() {
        return Some(Cursor { ptr, run: 0, row: 0 });
    }
    let Some((row, column)) = nest.axes else {
        return Some(Cursor { ptr, run, row: 0 });
    };
    let rank = job.shape.sizes().len();
    let row = operand.output_stride(row, rank) * operand.size as isize;
    let is_adjacent = nest.columns == 1 || operand.output_stride(column, rank) == 1;
    let is_constant = nest.by_rows && operand.constant_along_rows(rank);
    (operand.fill.is_none() && (is_adjacent || is_constant)).then_some(Cursor { ptr, run, row })
}

/// Calls the kernel with copies of the operands that do not lie right.
///
/// # Safety
/// As for [`super::execute`], and the job is tiny.
#[inline(never)]
unsafe fn with_copies(job: &Job, nest: Nest) -> bool {
    // What is written has to lie right.
    if job.operands[..job.site.targets].iter().any(|target| in_place(job, nest, target, 0).is_none()) {
        return false;
    }
    let mut copies = Copies(MaybeUninit::uninit());
    let mut copied = 0;
    let copy = |operand: &RawOperand| {
        if copied == COPIES || operand.size * TINY > ROOM {
            return None;
        }
        let scratch = copies.0.as_mut_ptr().cast::<[u8; ROOM]>().wrapping_add(copied).cast::<u8>();
        copied += 1;
        // SAFETY: there is room for `len <= TINY` elements of this size.
        unsafe { gather(job, nest, operand, scratch) };
        Some(scratch)
    };
    // SAFETY: passed on.
    unsafe { call(job, nest, copy) }
}

/// Copies the elements of an operand, stretched to the shape, in row-major order.
///
/// # Safety
/// The operand fits the shape; `scratch` has room for all elements.
unsafe fn gather(job: &Job, nest: Nest, operand: &RawOperand, scratch: *mut u8) {
    let Some((row, column)) = nest.axes else {
        return;
    };
    let (ptr, size, fill) = (operand.ptr.cast_mut(), operand.size, operand.fill);
    let stream = Stream { ptr, size, fill, single: false, row_constant: false, start: 0 };
    let stride = |axis| operand.output_stride(axis, job.shape.sizes().len()) * unit(operand);
    let (row_stride, column_stride, rows, columns) = (stride(row), stride(column), nest.rows, nest.columns);
    // SAFETY: by the contract.
    unsafe { staging::gather(&stream, Block { offset: 0, row_stride, column_stride, rows, columns }, scratch) }
}
