//! What is added to what a stream has: the parts of a gradient that lie in one result.

use super::staging::{Block, each_part};
use crate::operand::{At, Place};
use std::ops::Add;

/// Adds a block of `f32` or `f64`, by their size, from `scratch` to what the stream has.
///
/// # Safety
/// As for [`scatter`](super::staging::scatter), of elements that are there.
#[inline(always)]
pub(super) unsafe fn add(place: Place, block: Block, scratch: *mut u8, pitch: usize) {
    let At::Memory(ptr) = place.at else { return debug_assert!(false, "results lie in memory") };
    let row = block.columns * place.size;
    let is_one = block.column_stride == place.size as isize && block.row_stride == row as isize && pitch == row;
    // Rows that lie end to end on both sides are one.
    let block = if is_one { Block { rows: 1, columns: block.rows * block.columns, ..block } } else { block };
    for row in 0..block.rows {
        // SAFETY: the row is inside the stream, and the scratch holds it.
        unsafe {
            let to = ptr.offset(block.offset + block.row_stride * row as isize);
            let from = scratch.add(pitch * row);
            match place.size {
                4 => add_row::<f32>(from, (to, block.column_stride), block.columns),
                _ => add_row::<f64>(from, (to, block.column_stride), block.columns),
            }
        }
    }
}

/// Adds so many runs like a block from `scratch` to those that the stream has.
///
/// # Safety
/// As for [`scatter_runs`](super::staging::scatter_runs), of elements that are there.
#[inline(always)]
pub(super) unsafe fn add_runs(place: Place, block: Block, (runs, stride): (usize, isize), scratch: *mut u8) {
    each_part(block, (runs, stride), place.size, |part, at, pitch| {
        // SAFETY: all of it may be written, and the scratch holds it.
        unsafe { add(place, part, scratch.add(at), pitch) }
    });
}

/// # Safety
/// As for [`add`]: so many elements lie end to end, and at a stride in bytes.
#[inline(always)]
unsafe fn add_row<T: Copy + Add<Output = T>>(from: *const u8, (to, stride): (*mut u8, isize), columns: usize) {
    debug_assert!(from.cast::<T>().is_aligned() && to.cast::<T>().is_aligned());
    // SAFETY: all of them are there, and those that are written are nobody else's.
    unsafe {
        if stride == size_of::<T>() as isize {
            let from = std::slice::from_raw_parts(from.cast::<T>(), columns);
            let to = std::slice::from_raw_parts_mut(to.cast::<T>(), columns);
            return to.iter_mut().zip(from).for_each(|(to, &from)| *to = *to + from);
        }
        for column in 0..columns {
            let (to, from) = (to.offset(stride * column as isize).cast::<T>(), from.cast::<T>().add(column));
            *to = *to + *from;
        }
    }
}
