//! Feeds kernels with lanes that are not adjacent in memory: splats, gathers, scatters.
//!
//! Everything here is `#[inline(always)]` into the walk over rows, which is compiled per SIMD level: a splat written
//! by narrow stores and read by wide loads stalls (2.1 times the time of the whole loop, measured on AVX-512).

use super::kernel::LANES;
use crate::loop_plan::Stream;

/// Runs `$body` with `$t` an integer type of `$size` bytes, or `$other` for any other size.
macro_rules! by_size {
    ($size:expr, $t:ident => $body:expr, else $other:expr) => {
        match $size {
            1 => {
                type $t = u8;
                $body
            }
            2 => {
                type $t = u16;
                $body
            }
            4 => {
                type $t = u32;
                $body
            }
            8 => {
                type $t = u64;
                $body
            }
            16 => {
                type $t = [u64; 2];
                $body
            }
            _ => $other,
        }
    };
}

/// A block of a stream: `rows` by `columns` elements from an offset on, with the stream's two innermost strides.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) offset: isize,
    pub(super) row_stride: isize,
    pub(super) column_stride: isize,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// Writes the first element of each row of the block `lanes` times, a row of lanes every `pitch` bytes.
///
/// # Safety
/// The block is inside the stream; `scratch` has room for it.
#[inline(always)]
pub(super) unsafe fn splat(stream: &Stream, block: Block, lanes: usize, scratch: *mut u8, pitch: usize) {
    for row in 0..block.rows {
        // SAFETY: by the contract, here and below.
        let (from, to) =
            unsafe { (stream.ptr.offset(block.offset + block.row_stride * row as isize), scratch.add(row * pitch)) };
        by_size!(stream.size, T => {
            // SAFETY: an element of this size; it may lie at any alignment for the integer type.
            let value = unsafe { from.cast::<T>().read_unaligned() };
            if lanes == LANES {
                // SAFETY: `scratch` has room for `lanes`.
                unsafe { to.cast::<[T; LANES]>().write_unaligned([value; LANES]) };
            } else {
                for lane in 0..lanes {
                    // SAFETY: as above.
                    unsafe { to.cast::<T>().add(lane).write_unaligned(value) };
                }
            }
        }, else for lane in 0..lanes {
            // SAFETY: as above.
            unsafe { std::ptr::copy_nonoverlapping(from, to.add(lane * stream.size), stream.size) };
        });
    }
}

/// Copies a block into `scratch`, rows `pitch` bytes apart.
///
/// # Safety
/// The block is inside the stream; `scratch` has room for it.
#[inline(always)]
pub(super) unsafe fn gather(stream: &Stream, block: Block, scratch: *mut u8, pitch: usize) {
    if let Some(fill) = stream.fill {
        for row in 0..block.rows {
            let at = block.offset + block.row_stride * row as isize;
            // SAFETY: by the contract; positions and strides of a filled stream count elements.
            unsafe { fill(stream.ptr, at, block.column_stride, block.columns, scratch.add(row * pitch)) };
        }
        return;
    }
    // SAFETY: by the contract.
    let from = unsafe { stream.ptr.offset(block.offset) }.cast_const();
    let (row, column) = (block.row_stride, block.column_stride);
    let to = (pitch as isize, stream.size as isize);
    // SAFETY: by the contract, either way around.
    unsafe { copy(stream.size, (block.rows, block.columns), (from, row, column), (scratch, to.0, to.1)) }
}

/// Copies a block from `scratch` to where the stream has it.
///
/// # Safety
/// As for [`gather`], and the block may be written.
#[inline(always)]
pub(super) unsafe fn scatter(stream: &Stream, block: Block, scratch: *mut u8, pitch: usize) {
    // SAFETY: by the contract.
    let to = unsafe { stream.ptr.offset(block.offset) };
    let from = (scratch.cast_const(), pitch as isize, stream.size as isize);
    // SAFETY: by the contract.
    unsafe { copy(stream.size, (block.rows, block.columns), from, (to, block.row_stride, block.column_stride)) }
}

/// Copies elements between two places with two strides each. The inner loop runs along the axis on which the far side
/// (whichever is not the dense scratch) has the shorter steps, so that a cache line once fetched is used up.
///
/// # Safety
/// All elements on both sides are in bounds, and the sides do not overlap.
#[inline(always)]
unsafe fn copy(
    size: usize,
    (rows, columns): (usize, usize),
    (from, from_row, from_column): (*const u8, isize, isize),
    (to, to_row, to_column): (*mut u8, isize, isize),
) {
    let element = size as isize;
    let far = if to_column == element { (from_row, from_column) } else { (to_row, to_column) };
    let by_column = rows > 1 && far.0 != 0 && far.0.unsigned_abs() < far.1.unsigned_abs();
    let ((outer, from_outer, to_outer), (inner, from_inner, to_inner)) = if by_column {
        ((columns, from_column, to_column), (rows, from_row, to_row))
    } else {
        ((rows, from_row, to_row), (columns, from_column, to_column))
    };
    for i in 0..outer as isize {
        let (from, to) = (from.wrapping_offset(from_outer * i), to.wrapping_offset(to_outer * i));
        by_size!(size, T => for j in 0..inner as isize {
            // SAFETY: by the contract; unaligned because `T` stands for any type of this size.
            unsafe {
                let value = from.offset(from_inner * j).cast::<T>().read_unaligned();
                to.offset(to_inner * j).cast::<T>().write_unaligned(value);
            }
        }, else for j in 0..inner as isize {
            // SAFETY: by the contract.
            unsafe { std::ptr::copy_nonoverlapping(from.offset(from_inner * j), to.offset(to_inner * j), size) };
        });
    }
}
