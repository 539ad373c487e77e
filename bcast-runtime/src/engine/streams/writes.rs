//! What kernels write: new elements of targets and fresh results. Accumulators are in `fold`.

use super::Tree;
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

/// What an element function returns: a tree of new elements.
///
/// # Safety
/// `flush`, `store` and `close` write only through the `LEN` cursors given, as
/// [`Kernel`](crate::engine::kernel::Kernel) allows. Their own contracts have these numbers, as "`writes` 1":
/// 1. `cursors` points at a cursor per item, in order.
/// 2. `pointers` come from these cursors by `start` or `advance`; the lanes named are among those that
///    are left of their row, as kernel 4 has it.
/// 3. As 2, for accumulators that are held: those of so many lanes, or the one of the row.
pub unsafe trait Writes: Tree {
    /// Bytes of one element of each.
    #[doc(hidden)]
    const BYTES: usize;
    #[doc(hidden)]
    const BUFFER_BYTES: usize = LANES * Self::BYTES;
    #[doc(hidden)]
    type Buffer<const N: usize>;
    #[doc(hidden)]
    type Pointers: Copy;
    /// The first lane of the first row.
    ///
    /// # Safety
    /// 1 of [`Writes`].
    #[doc(hidden)]
    unsafe fn start(cursors: *const Cursor) -> Self::Pointers;
    /// So many steps to the next run of lanes, or to the next row.
    ///
    /// # Safety
    /// 1 of [`Writes`].
    #[doc(hidden)]
    unsafe fn advance(pointers: Self::Pointers, cursors: *const Cursor, to: usize, n: usize) -> Self::Pointers;
    /// Writes a lane.
    ///
    /// # Safety
    /// 2 of [`Writes`].
    #[doc(hidden)]
    unsafe fn store(pointers: Self::Pointers, lane: usize, values: Self);
    #[doc(hidden)]
    fn buffer<const N: usize>() -> Self::Buffer<N>;
    /// A buffer of what changes no accumulator.
    #[doc(hidden)]
    fn neutral() -> Self::Buffer<LANES>;
    #[doc(hidden)]
    fn put<const N: usize>(buffer: &mut Self::Buffer<N>, lane: usize, values: Self);
    /// # Safety
    /// The lane has been put.
    #[doc(hidden)]
    unsafe fn get(buffer: &Self::Buffer<LANES>, lane: usize) -> Self;
    /// Puts a group of lanes into a buffer.
    #[doc(hidden)]
    fn put_group(buffer: &mut Self::Buffer<LANES>, first: usize, group: &Self::Buffer<GROUP>);
    /// Makes a group neutral from a lane on: so many lanes were filled up to a group.
    #[doc(hidden)]
    fn neutralise(buffer: &mut Self::Buffer<LANES>, lanes: usize);
    /// Whether there are accumulators.
    #[doc(hidden)]
    const FOLDS: bool;
    /// Whether all of them count.
    #[doc(hidden)]
    const COUNTS: bool = false;
    /// Whether some of them change [seldom](crate::ops::reduce::Reducer::SELDOM).
    #[doc(hidden)]
    const SELDOM: bool = false;
    /// Accumulators of a run of lanes, in registers from [`Writes::open`] to [`Writes::close`] if they are held there.
    #[doc(hidden)]
    type Row: Copy;
    /// # Safety
    /// 3 of [`Writes`].
    #[doc(hidden)]
    unsafe fn open(held: Option<Accs>, pointers: Self::Pointers, lanes: usize, largest: usize) -> Self::Row;
    /// Takes the first lanes of a buffer; accumulators join all of it.
    ///
    /// # Safety
    /// 2 of [`Writes`]; the first lanes of the buffer have been put, and others are [neutral](Writes::neutral).
    #[doc(hidden)]
    unsafe fn flush(buffer: &Self::Buffer<LANES>, row: &mut Self::Row, pointers: Self::Pointers, lanes: usize);
    /// Whether accumulators can join [the first lanes](Writes::flush_first) of a run by vectors.
    #[doc(hidden)]
    const BLENDS: bool = true;
    /// Takes the first lanes of a buffer, which are no run; others may be anything. Accumulators join them by masks.
    ///
    /// # Safety
    /// 2 of [`Writes`]; these lanes of the buffer have been put.
    #[doc(hidden)]
    unsafe fn flush_first(buffer: &Self::Buffer<LANES>, row: &mut Self::Row, pointers: Self::Pointers, lanes: usize);
    /// # Safety
    /// 3 of [`Writes`].
    #[doc(hidden)]
    unsafe fn close(held: Option<Accs>, row: Self::Row, pointers: Self::Pointers, lanes: usize);
}
// SAFETY: there is no item, and nothing is written.
unsafe impl Writes for () {
    const BYTES: usize = 0;
    type Buffer<const N: usize> = ();
    type Pointers = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn start(_: *const Cursor) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance(_: (), _: *const Cursor, _: usize, _: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn store(_: (), _: usize, _: ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn buffer<const N: usize>() {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neutral() {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<const N: usize>(_: &mut (), _: usize, _: ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn get(_: &(), _: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_group(_: &mut (), _: usize, _: &()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neutralise(_: &mut (), _: usize) {}
    const FOLDS: bool = false;
    type Row = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn open(_: Option<Accs>, _: (), _: usize, _: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn flush(_: &(), _: &mut (), _: (), _: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn flush_first(_: &(), _: &mut (), _: (), _: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close(_: Option<Accs>, _: (), _: (), _: usize) {}
}
// SAFETY: the first `A::LEN` cursors are those of `A`, the others those of `B`.
unsafe impl<A: Writes, B: Writes> Writes for (A, B) {
    const BYTES: usize = A::BYTES + B::BYTES;
    type Buffer<const N: usize> = (A::Buffer<N>, B::Buffer<N>);
    type Pointers = (A::Pointers, B::Pointers);
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn start(cursors: *const Cursor) -> Self::Pointers {
        // SAFETY: `writes` 1: the first `A::LEN` cursors are those of `A`, the others those of `B`.
        unsafe { (A::start(cursors), B::start(cursors.add(A::LEN))) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance(pointers: Self::Pointers, cursors: *const Cursor, to: usize, n: usize) -> Self::Pointers {
        // SAFETY: `writes` 1, split as in `start`.
        unsafe { (A::advance(pointers.0, cursors, to, n), B::advance(pointers.1, cursors.add(A::LEN), to, n)) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn store(pointers: Self::Pointers, lane: usize, values: Self) {
        // SAFETY: `writes` 2 for each half.
        unsafe {
            A::store(pointers.0, lane, values.0);
            B::store(pointers.1, lane, values.1);
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn buffer<const N: usize>() -> Self::Buffer<N> {
        (A::buffer(), B::buffer())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neutral() -> Self::Buffer<LANES> {
        (A::neutral(), B::neutral())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<const N: usize>(buffer: &mut Self::Buffer<N>, lane: usize, values: Self) {
        A::put::<N>(&mut buffer.0, lane, values.0);
        B::put::<N>(&mut buffer.1, lane, values.1);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn get(buffer: &Self::Buffer<LANES>, lane: usize) -> Self {
        // SAFETY: as whoever calls says, for each half.
        unsafe { (A::get(&buffer.0, lane), B::get(&buffer.1, lane)) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_group(buffer: &mut Self::Buffer<LANES>, first: usize, group: &Self::Buffer<GROUP>) {
        A::put_group(&mut buffer.0, first, &group.0);
        B::put_group(&mut buffer.1, first, &group.1);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neutralise(buffer: &mut Self::Buffer<LANES>, lanes: usize) {
        A::neutralise(&mut buffer.0, lanes);
        B::neutralise(&mut buffer.1, lanes);
    }
    const FOLDS: bool = A::FOLDS || B::FOLDS;
    const SELDOM: bool = A::SELDOM || B::SELDOM;
    type Row = (A::Row, B::Row);
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn open(held: Option<Accs>, pointers: Self::Pointers, lanes: usize, largest: usize) -> Self::Row {
        // SAFETY: `writes` 3 for each half.
        unsafe { (A::open(held, pointers.0, lanes, largest), B::open(held, pointers.1, lanes, largest)) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn flush(buffer: &Self::Buffer<LANES>, row: &mut Self::Row, pointers: Self::Pointers, lanes: usize) {
        // SAFETY: `writes` 2 for each half, whose buffer is filled.
        unsafe {
            A::flush(&buffer.0, &mut row.0, pointers.0, lanes);
            B::flush(&buffer.1, &mut row.1, pointers.1, lanes);
        }
    }
    const BLENDS: bool = A::BLENDS && B::BLENDS;
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn flush_first(buffer: &Self::Buffer<LANES>, row: &mut Self::Row, pointers: Self::Pointers, lanes: usize) {
        // SAFETY: `writes` 2 for each half.
        unsafe {
            A::flush_first(&buffer.0, &mut row.0, pointers.0, lanes);
            B::flush_first(&buffer.1, &mut row.1, pointers.1, lanes);
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close(held: Option<Accs>, row: Self::Row, pointers: Self::Pointers, lanes: usize) {
        // SAFETY: `writes` 3 for each half.
        unsafe {
            A::close(held, row.0, pointers.0, lanes);
            B::close(held, row.1, pointers.1, lanes);
        }
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
        const { assert!(align_of::<T>() <= crate::engine::ALIGN, "bcast!: elements may be aligned to 64 bytes at most") };
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
    unsafe fn close(_: Option<Accs>, _: (), _: *mut T, _: usize) {}
}
