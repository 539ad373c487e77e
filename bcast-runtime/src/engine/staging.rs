//! Feeds kernels with lanes that are not adjacent in memory: splats, gathers, scatters.
//!
//! Everything here is `#[inline(always)]` into the walk's blocks, which are compiled per SIMD level: a splat written
//! by narrow stores and read by wide loads stalls (2.1 times the time of the whole loop, measured on AVX-512).

use super::cursor::LANES;
use super::tuning::NEAR_COLUMNS;
use super::{ahead, permuted, short, strided, transpose};
use crate::operand::{At, Lanes, Place, Positions};
use std::mem::MaybeUninit;

/// Runs `$body` with `$t` a type of `$size` bytes, of which some may be padding, or `$other` for any other size. Those
/// of three numbers are colours and points: copied byte by byte, splats of `[f32; 3]` took more time than the kernel of
/// a call over 30x30.
macro_rules! by_size {
    ($size:expr, $t:ident => $body:expr, else $other:expr) => {
        by_size!($size, $t => $body, else $other,
            1: u8, 2: u16, 3: [u8; 3], 4: u32, 8: u64, 12: [u32; 3], 16: [u64; 2], 24: [u64; 3])
    };
    ($size:expr, $t:ident => $body:expr, else $other:expr, $($bytes:literal: $of:ty),*) => {
        match $size {
            $($bytes => {
                type $t = MaybeUninit<$of>;
                $body
            })*
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
    /// Whether a cache may be asked for what comes behind it.
    pub(super) asks: bool,
}

/// Writes the first element of each row of the block `lanes` times, a row of lanes every `pitch` bytes.
///
/// # Safety
/// The block is inside the stream; `scratch` has room for it.
#[inline(always)]
pub(super) unsafe fn splat(place: Place, block: Block, lanes: usize, scratch: *mut u8, pitch: usize) {
    let At::Memory(ptr) = place.at else {
        // SAFETY: the block is inside the stream along its rows, and has one value in each.
        return unsafe { gather_apart(place, Block { columns: lanes, ..block }, scratch, pitch) };
    };
    for row in 0..block.rows {
        // SAFETY: the row is inside the block, so its element is inside the stream, and the scratch has room for it.
        let (from, to) =
            unsafe { (ptr.offset(block.offset + block.row_stride * row as isize), scratch.add(row * pitch)) };
        by_size!(place.size, T => {
            // SAFETY: an element of this size; it may lie at any alignment for the integer type.
            let value = unsafe { from.cast::<T>().read_unaligned() };
            if lanes == LANES {
                // SAFETY: `scratch` has room for `lanes`.
                unsafe { to.cast::<[T; LANES]>().write_unaligned([value; LANES]) };
            } else {
                for lane in 0..lanes {
                    // SAFETY: `scratch` has room for `lanes`.
                    unsafe { to.cast::<T>().add(lane).write_unaligned(value) };
                }
            }
        }, else for lane in 0..lanes {
            // SAFETY: `scratch` has room for `lanes`; the stream is elsewhere.
            unsafe { std::ptr::copy_nonoverlapping(from, to.add(lane * place.size), place.size) };
        });
    }
}

/// Copies a block into `scratch`, rows end to end.
///
/// # Safety
/// The block is inside the stream; `scratch` has room for it.
#[inline(always)]
pub(super) unsafe fn gather(place: Place, block: Block, scratch: *mut u8) {
    let pitch = block.columns * place.size;
    if block.row_stride == 0 && block.rows > 1 {
        // SAFETY: the first row is part of the block.
        unsafe { gather(place, Block { rows: 1, ..block }, scratch) };
        // SAFETY: there is room for all rows, and the first has just been filled.
        return unsafe { repeat(scratch, pitch, block.rows * pitch) };
    }
    // SAFETY: whoever calls promises the same.
    unsafe { gather_apart(place, block, scratch, pitch) }
}

/// The same with so many bytes from row to row of the copy.
///
/// # Safety
/// As for [`gather`], with room for rows that lie so.
#[inline(always)]
pub(super) unsafe fn gather_apart(place: Place, block: Block, scratch: *mut u8, pitch: usize) {
    let Block { offset, row_stride, column_stride, rows, columns, asks } = block;
    // SAFETY: raw operand 2: the block is inside the stream, and there is room for its rows.
    unsafe {
        match place.at {
            At::Memory(ptr) => {
                let from = (ptr.offset(offset).cast_const(), row_stride, column_stride);
                copy(place.size, (rows, columns), from, (scratch, pitch as isize, place.size as isize), asks);
            }
            At::Lanes(lanes) if pitch == columns * place.size => compute(lanes, place.size, block, scratch),
            // Row after row: what is computed fills rows end to end.
            At::Lanes(lanes) => (0..rows).for_each(|row| {
                let offset = offset + row_stride * row as isize;
                compute(lanes, place.size, Block { offset, rows: 1, ..block }, scratch.add(row * pitch));
            }),
        }
    }
}

/// Copies so many runs like a block, from one to the next of which there are `stride`, into `scratch`, end to end.
///
/// # Safety
/// As for [`gather`], for all runs.
#[inline(always)]
pub(super) unsafe fn gather_runs(place: Place, block: Block, (runs, stride): (usize, isize), scratch: *mut u8) {
    // SAFETY: all of it is inside the stream; the scratch has room for it.
    unsafe {
        if stride == block.row_stride * block.rows as isize {
            return gather(place, Block { rows: block.rows * runs, ..block }, scratch);
        }
        if let At::Memory(ptr) = place.at {
            let from = ptr.offset(block.offset).cast_const();
            if block.asks {
                ahead::ask(from, stride * runs as isize);
            }
            let (sizes, from) = ((block.rows, block.columns), (from, block.row_stride, block.column_stride));
            if permuted::copy(place.size, sizes, from, (runs, stride), scratch) {
                return;
            }
        }
        each_part(block, (runs, stride), place.size, |part, at, pitch| {
            gather_apart(place, part, scratch.add(at), pitch);
        });
    }
}

/// Copies so many runs like a block from `scratch` to where the stream has them.
///
/// # Safety
/// As for [`gather_runs`], and all of them may be written.
#[inline(always)]
pub(super) unsafe fn scatter_runs(place: Place, block: Block, (runs, stride): (usize, isize), scratch: *mut u8) {
    // SAFETY: all of it may be written, and the scratch holds it.
    unsafe {
        if stride == block.row_stride * block.rows as isize {
            let all = Block { rows: block.rows * runs, ..block };
            return scatter(place, all, scratch, block.columns * place.size);
        }
        each_part(block, (runs, stride), place.size, |part, at, pitch| {
            scatter(place, part, scratch.add(at), pitch);
        });
    }
}

/// Goes over runs like a block: one by one or, where these have fewer rows, over the first rows of all, then over the
/// second ones. Tells of each part where it begins in the scratch, and the bytes from row to row there.
#[inline(always)]
pub(super) fn each_part(block: Block, (runs, stride): (usize, isize), size: usize, part: impl Fn(Block, usize, usize)) {
    let (rows, pitch) = (block.rows, block.columns * size);
    if runs <= rows {
        for run in 0..runs {
            part(Block { offset: block.offset + stride * run as isize, ..block }, run * rows * pitch, pitch);
        }
    } else {
        for row in 0..rows {
            let offset = block.offset + block.row_stride * row as isize;
            part(Block { offset, row_stride: stride, rows: runs, ..block }, row * pitch, rows * pitch);
        }
    }
}

/// Repeats the first `filled` bytes until there are `all`, doubling.
///
/// # Safety
/// The first `filled` bytes of `all` that belong to `scratch` are filled.
unsafe fn repeat(scratch: *mut u8, mut filled: usize, all: usize) {
    while 0 < filled && filled < all {
        let more = filled.min(all - filled);
        // SAFETY: both sides are inside, the first is filled, and `more` is at most the distance between them.
        unsafe { std::ptr::copy_nonoverlapping(scratch, scratch.add(filled), more) };
        filled += more;
    }
}

/// Computes a block of elements of so many bytes; offset and strides of such a stream are positions.
///
/// # Safety
/// As for [`gather`], with what computes the stream.
unsafe fn compute(lanes: &dyn Lanes, size: usize, block: Block, scratch: *mut u8) {
    let Block { offset, row_stride, column_stride, rows, columns, .. } = block;
    if column_stride == 0 && rows > 1 {
        // One call computes a value per row, into the end of the scratch. Row by row they spread over the columns: the
        // values that are still needed always lie behind the row that is written.
        let values = scratch.wrapping_add(rows * (columns - 1) * size);
        let spread = (scratch, (columns * size) as isize, size as isize);
        // SAFETY: the scratch has room for `rows` times `columns` elements.
        unsafe {
            lanes.fill(Positions { first: offset, step: row_stride, len: rows }, values);
            let done = short::spread(size, (rows, columns), (values, size as isize), scratch);
            let left = (values.add(done * size), scratch.add(done * columns * size));
            copy_each(size, (rows - done, columns), (left.0, size as isize, 0), (left.1, spread.1, spread.2));
        }
        return;
    }
    // Short rows that go on from one to the next are one.
    let (rows, columns) =
        if row_stride == column_stride * columns as isize { (1, rows * columns) } else { (rows, columns) };
    for row in 0..rows {
        let first = offset + row_stride * row as isize;
        // SAFETY: the positions of a row are inside the stream; the scratch has room for all rows.
        unsafe {
            lanes.fill(Positions { first, step: column_stride, len: columns }, scratch.add(row * columns * size));
        }
    }
}

/// Copies a block from `scratch` to where the stream has it.
///
/// # Safety
/// As for [`gather`], and the block may be written.
#[inline(always)]
pub(super) unsafe fn scatter(place: Place, block: Block, scratch: *mut u8, pitch: usize) {
    let At::Memory(ptr) = place.at else { return debug_assert!(false, "results lie in memory") };
    // SAFETY: the block begins inside the stream.
    let to = unsafe { ptr.offset(block.offset) };
    let from = (scratch.cast_const(), pitch as isize, place.size as isize);
    // SAFETY: the block may be written, and `scratch` holds all of it.
    unsafe { copy(place.size, (block.rows, block.columns), from, (to, block.row_stride, block.column_stride), false) }
}

/// Copies elements between two places with two strides each.
///
/// # Safety
/// All elements on both sides are in bounds, and the sides do not overlap.
#[inline(always)]
unsafe fn copy(
    size: usize,
    (rows, columns): (usize, usize),
    (from, from_row, from_column): (*const u8, isize, isize),
    (to, to_row, to_column): (*mut u8, isize, isize),
    asks: bool,
) {
    // SAFETY: all elements are in bounds, and the sides do not overlap.
    let (whole_rows, whole_columns) =
        unsafe { by_vectors(size, (rows, columns), (from, from_row, from_column), (to, to_row, to_column), asks) };
    let part = |row: usize, column: usize| {
        let from = from.wrapping_offset(from_row * row as isize + from_column * column as isize);
        let to = to.wrapping_offset(to_row * row as isize + to_column * column as isize);
        ((from, from_row, from_column), (to, to_row, to_column))
    };
    // SAFETY: what is left, right of whole tiles and below them, is in bounds on both sides.
    unsafe {
        if whole_rows > 0 {
            let (from, to) = part(0, whole_columns);
            copy_each(size, (whole_rows, columns - whole_columns), from, to);
        }
        let (from, to) = part(whole_rows, 0);
        copy_each(size, (rows - whole_rows, columns), from, to);
    }
}

/// Copies by vectors what it can, and returns of how many rows and columns from the first on.
///
/// # Safety
/// As for [`copy`].
#[inline(always)]
unsafe fn by_vectors(
    size: usize,
    (rows, columns): (usize, usize),
    (from, from_row, from_column): (*const u8, isize, isize),
    (to, to_row, to_column): (*mut u8, isize, isize),
    asks: bool,
) -> (usize, usize) {
    let element = size as isize;
    // SAFETY: all elements are in bounds, and the sides do not overlap, as these copies ask.
    unsafe {
        if from_column == 0 && to_column == element && to_row == element * columns as isize {
            return (short::spread(size, (rows, columns), (from, from_row), to), columns);
        }
        if from_column == element && to_column == element && rows > 1 {
            let all = (rows, columns * size);
            return if short::adjacent(all, (from, from_row), (to, to_row)) { (rows, columns) } else { (0, 0) };
        }
        if from_row == element && to_column == element {
            let turned = transpose::copy(size, (rows, columns), (from, from_column), (to, to_row), asks);
            if turned.0 > 0 {
                return turned;
            }
        }
        if from_column == element && to_row == element {
            let (columns, rows) = transpose::copy(size, (columns, rows), (from, from_row), (to, to_column), asks);
            return (rows, columns);
        }
        if to_column == element {
            return strided::copy(size, (rows, columns), (from, from_row, from_column), (to, to_row), asks);
        }
    }
    (0, 0)
}

/// Copies element by element. The inner loop runs along the axis on which the far side (whichever is not the dense
/// scratch) has the shorter steps, so that a cache line once fetched is used up; or along the longer one, where all of
/// them stay in a cache.
///
/// # Safety
/// All elements on both sides are in bounds. Where the sides overlap, no element is written before its last reading.
#[inline(always)]
unsafe fn copy_each(
    size: usize,
    (rows, columns): (usize, usize),
    (from, from_row, from_column): (*const u8, isize, isize),
    (to, to_row, to_column): (*mut u8, isize, isize),
) {
    let element = size as isize;
    let far = if to_column == element { (from_row, from_column) } else { (to_row, to_column) };
    let stays = rows < columns && far.1.unsigned_abs() * columns <= NEAR_COLUMNS;
    let by_column = rows > 1 && far.0 != 0 && far.0.unsigned_abs() < far.1.unsigned_abs() && !stays;
    let ((outer, from_outer, to_outer), (inner, from_inner, to_inner)) = if by_column {
        ((columns, from_column, to_column), (rows, from_row, to_row))
    } else {
        ((rows, from_row, to_row), (columns, from_column, to_column))
    };
    for i in 0..outer as isize {
        let (from, to) = (from.wrapping_offset(from_outer * i), to.wrapping_offset(to_outer * i));
        by_size!(size, T => for j in 0..inner as isize {
            // SAFETY: `i` and `j` are below the extents, so both are in bounds; unaligned because `T` stands for any
            // type of this size.
            unsafe {
                let value = from.offset(from_inner * j).cast::<T>().read_unaligned();
                to.offset(to_inner * j).cast::<T>().write_unaligned(value);
            }
        }, else for j in 0..inner as isize {
            // SAFETY: `i` and `j` are below the extents, so both are in bounds.
            unsafe { std::ptr::copy(from.offset(from_inner * j), to.offset(to_inner * j), size) };
        });
    }
}
