//! Small calls: one kernel call and no plan.
//!
//! That is possible when every stream is adjacent memory in row-major order. A few operands of a tiny call that are
//! not (a row vector beside a 3x4 matrix) are first copied into that order.

use super::kernel::{Accs, Cursor, LANES};
use super::staging::{self, Block};
use super::{ALIGN, Job, parallel};
use crate::loop_plan::Stream;
use crate::operand::RawOperand;
use crate::shape::Shape;
use smallvec::SmallVec;
use std::mem::MaybeUninit;

/// Streams whose cursors lie on the stack.
const INLINE: usize = 12;
/// A call of at most this many elements copies operands into order: beyond it a plan costs less.
const TINY: usize = 64;
/// Room for one copied operand, and how many can be.
const ROOM: usize = TINY * 8;
const COPIES: usize = 4;

#[repr(align(64))]
struct Copies(MaybeUninit<[[u8; ROOM]; COPIES]>);
const _: () = assert!(align_of::<Copies>() == ALIGN && ROOM.is_multiple_of(ALIGN));

/// Runs the job if it is small and flat enough; says whether it did.
///
/// # Safety
/// As for [`super::execute`].
#[inline(always)]
pub(super) unsafe fn run(job: &Job) -> bool {
    let flat = job.shape.flat();
    if parallel::worth_it(job) || !(flat || is_tiny(job)) {
        return false;
    }
    let mut copies = Copies(MaybeUninit::uninit());
    let mut copied = 0;
    let mut cursors = SmallVec::<[Cursor; INLINE]>::new();
    for operand in job.operands {
        let run = (LANES * operand.size) as isize;
        let ptr = operand.ptr.cast_mut();
        cursors.push(if operand.is_single() {
            Cursor { ptr, steps: [0, 0] }
        } else if flat || is_flat(operand, job.shape) {
            Cursor { ptr, steps: [run, 0] }
        } else if copied < COPIES && operand.size * TINY <= ROOM {
            let scratch = copies.0.as_mut_ptr().cast::<[u8; ROOM]>().wrapping_add(copied).cast::<u8>();
            copied += 1;
            // SAFETY: there is room for `len <= TINY` elements of this size.
            unsafe { copy(operand, job.shape, scratch) };
            Cursor { ptr: scratch, steps: [run, 0] }
        } else {
            return false;
        });
    }
    for target in &job.operands[..job.targets] {
        cursors.push(Cursor { ptr: target.ptr.cast_mut(), steps: [0, 0] });
    }
    for &(ptr, _) in job.fresh {
        cursors.push(Cursor { ptr, steps: [0, 0] });
    }
    let inputs = cursors.as_ptr();
    // SAFETY: every stream is `len` adjacent elements in row-major order, or one value.
    unsafe { (job.kernel)(job.f, inputs, inputs.add(job.operands.len()), job.shape.len(), 1, Accs::Lanes) };
    true
}

/// Whether a call is small enough for copies, and what it writes is in row-major order.
fn is_tiny(job: &Job) -> bool {
    job.shape.len() <= TINY
        && (1..=2).contains(&job.shape.sizes().len())
        && job.shape.strides().is_none()
        && job.operands[..job.targets].iter().all(|target| is_flat(target, job.shape))
}

/// Whether an operand has all the elements, in row-major order.
fn is_flat(operand: &RawOperand, shape: &Shape) -> bool {
    operand.sizes() == shape.sizes() && operand.is_row_major()
}

/// Copies the elements of an operand, stretched to the shape, in row-major order.
///
/// # Safety
/// The operand fits the shape, which has one or two axes; `scratch` has room for all its elements.
unsafe fn copy(operand: &RawOperand, shape: &Shape, scratch: *mut u8) {
    let (ptr, size, fill) = (operand.ptr.cast_mut(), operand.size, operand.fill);
    let stream = Stream { ptr, size, fill, single: false, row_constant: false, start: 0 };
    let unit = if fill.is_some() { 1 } else { size as isize };
    let stride = |axis| operand.output_stride(axis, shape.sizes().len()) * unit;
    let (rows, row_stride, columns, column_stride) = match *shape.sizes() {
        [columns] => (1, 0, columns, stride(0)),
        [rows, columns] => (rows, stride(0), columns, stride(1)),
        _ => return,
    };
    // SAFETY: by the contract.
    unsafe { staging::gather(&stream, Block { offset: 0, row_stride, column_stride, rows, columns }, scratch) }
}
