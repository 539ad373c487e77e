//! New elements: of targets, and of fresh results.

use super::{Tree, Writes};
use crate::engine::ALIGN;
use crate::engine::cursor::{Accs, Cursor, DOWN, GROUP, LANES, RIGHT, groups};
use std::mem::MaybeUninit;

/// A new element: of a target, or of a fresh result.
pub struct New<T>(pub(crate) T);

/// What an array that a call makes can hold.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be an element of the result",
    label = "elements of this type cannot be copied bit by bit, or not sent to another thread",
    note = "results are arrays of `Copy + Send` elements; make others with `ndarray`'s `mapv`, or a loop"
)]
pub trait Stored: Sized {
    #[doc(hidden)]
    fn store(self) -> New<Self>;
}
#[diagnostic::do_not_recommend]
impl<T: Copy + Send> Stored for T {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store(self) -> New<T> {
        New(self)
    }
}

// SAFETY: one item, one slot.
unsafe impl<T> Tree for New<T> {
    const LEN: usize = 1;
    type Slots<U> = U;
}
// SAFETY: writes lanes of its own cursor.
unsafe impl<T> Writes for New<T> {
    const BYTES: usize = size_of::<T>();
    type Buffer<const N: usize> = [MaybeUninit<T>; N];
    type Pointers = *mut T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn start(cursors: *const Cursor) -> *mut T {
        const { assert!(align_of::<T>() <= ALIGN, "bcast!: elements may be aligned to 64 bytes at most") };
        // SAFETY: `writes` 1: there is a cursor.
        unsafe { (*cursors).ptr.cast() }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance(pointer: *mut T, cursors: *const Cursor, to: usize, n: usize) -> *mut T {
        // SAFETY: `writes` 1: there is a cursor.
        let down = || unsafe { (*cursors).steps[DOWN] };
        let step = if to == RIGHT { (LANES * size_of::<T>()) as isize } else { down() };
        pointer.wrapping_byte_offset(step * n as isize)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn store(pointer: *mut T, lane: usize, value: Self) {
        // SAFETY: `writes` 2: the lane is writable.
        unsafe { pointer.add(lane).write(value.0) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn buffer<const N: usize>() -> Self::Buffer<N> {
        [const { MaybeUninit::uninit() }; N]
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neutral() -> Self::Buffer<LANES> {
        Self::buffer()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<const N: usize>(buffer: &mut Self::Buffer<N>, lane: usize, value: Self) {
        buffer[lane].write(value.0);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn get(buffer: &Self::Buffer<LANES>, lane: usize) -> Self {
        // SAFETY: as whoever calls says; what is read twice is written over, not dropped.
        New(unsafe { buffer[lane].assume_init_read() })
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<const N: usize>(buffer: &Self::Buffer<LANES>, first: usize) -> Self::Buffer<N> {
        let part: &[MaybeUninit<T>; N] = buffer[first..].first_chunk().expect("so many lanes are there");
        // SAFETY: both hold copies of elements, or nothing.
        unsafe { std::ptr::read(part) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_group(buffer: &mut Self::Buffer<LANES>, first: usize, group: &Self::Buffer<GROUP>) {
        assert!(first <= LANES - GROUP);
        // SAFETY: as just checked, the group lies in the buffer; both hold copies of elements, or nothing.
        unsafe { std::ptr::copy_nonoverlapping(group.as_ptr(), buffer.as_mut_ptr().add(first), GROUP) };
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neutralise(_: &mut Self::Buffer<LANES>, _: usize) {}
    const FOLDS: bool = false;
    type Row = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn open(_: Option<Accs>, _: *mut T, _: usize, _: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn flush(buffer: &Self::Buffer<LANES>, _: &mut (), pointer: *mut T, lanes: usize) {
        let filled = buffer.as_ptr().cast::<T>();
        // SAFETY: `writes` 2: these lanes are writable, and the buffer is filled.
        unsafe {
            if lanes < GROUP {
                std::ptr::copy_nonoverlapping(filled, pointer, lanes);
                return;
            }
            // Of a constant size, which is no call.
            for first in groups(lanes) {
                std::ptr::copy_nonoverlapping(filled.add(first), pointer.add(first), GROUP);
            }
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn flush_first(buffer: &Self::Buffer<LANES>, _: &mut (), pointer: *mut T, lanes: usize) {
        let copy = |at: usize, count: usize| {
            let filled = buffer.as_ptr().cast::<T>();
            // SAFETY: `writes` 2: these lanes are writable, and have been put.
            unsafe { std::ptr::copy_nonoverlapping(filled.add(at), pointer.add(at), count) };
        };
        // Each piece lies in a group: a load would wait for what two stores have written.
        let mut at = lanes - lanes % GROUP;
        (0..at).step_by(GROUP).for_each(|at| copy(at, GROUP));
        for piece in [8, 4, 2, 1] {
            if lanes & piece != 0 {
                copy(at, piece);
                at += piece;
            }
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_each(buffer: &Self::Buffer<LANES>, pointer: *mut T, lanes: usize) {
        // SAFETY: whoever calls says so.
        unsafe { Self::flush(buffer, &mut (), pointer, lanes) };
    }
    type Few<const N: usize> = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn few<const N: usize>() {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn take<const N: usize>(buffer: &Self::Buffer<N>, _: &mut (), pointer: *mut T, first: usize) {
        // SAFETY: `writes` 2: these lanes are writable, and the buffer is filled.
        unsafe { std::ptr::copy_nonoverlapping(buffer.as_ptr().cast(), pointer.add(first), N) };
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn halve<const N: usize, const HALF: usize>(_: ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close_few(_: (), _: *mut T) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close(_: Option<Accs>, _: (), _: *mut T, _: usize) {}
}
