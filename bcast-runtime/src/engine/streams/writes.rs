//! What kernels write: new elements of targets and fresh results. Accumulators are in `fold`.

use super::Tree;
use crate::engine::kernel::{Accs, Cursor, DOWN, LANES, RIGHT};
use std::mem::MaybeUninit;

/// A new element: of a target, or of a fresh result.
pub struct New<T>(pub(in crate::engine) T);

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
/// `flush` and `store` write only through the `LEN` cursors given, as [`crate::engine::kernel::Kernel`] allows.
pub unsafe trait Writes: Tree {
    #[doc(hidden)]
    const BUFFER_BYTES: usize;
    #[doc(hidden)]
    type Buffer;
    #[doc(hidden)]
    type Pointers: Copy;
    #[doc(hidden)]
    unsafe fn at_row(cursors: *const Cursor, row: isize) -> Self::Pointers;
    #[doc(hidden)]
    unsafe fn advance(pointers: Self::Pointers, cursors: *const Cursor, to: usize, n: usize) -> Self::Pointers;
    #[doc(hidden)]
    unsafe fn store(pointers: Self::Pointers, lane: usize, values: Self);
    #[doc(hidden)]
    fn buffer() -> Self::Buffer;
    #[doc(hidden)]
    fn put(buffer: &mut Self::Buffer, lane: usize, values: Self);
    /// Keeps what is at a lane before it is written, and puts it back.
    #[doc(hidden)]
    unsafe fn save(pointers: Self::Pointers, lane: usize, buffer: &mut Self::Buffer);
    #[doc(hidden)]
    unsafe fn restore(pointers: Self::Pointers, lane: usize, buffer: &Self::Buffer);
    /// Whether there are accumulators.
    #[doc(hidden)]
    const FOLDS: bool;
    /// Accumulators in registers, from [`Writes::open`] to [`Writes::close`], if they are held there.
    #[doc(hidden)]
    type Row: Copy;
    #[doc(hidden)]
    unsafe fn open(held: Option<Accs>, pointers: Self::Pointers) -> Self::Row;
    /// Takes a filled buffer.
    #[doc(hidden)]
    unsafe fn flush(buffer: &Self::Buffer, row: &mut Self::Row, pointers: Self::Pointers);
    /// Pointers to the accumulators, wherever they are.
    #[doc(hidden)]
    fn inside(held: Option<Accs>, row: &mut Self::Row, pointers: Self::Pointers) -> Self::Pointers;
    #[doc(hidden)]
    unsafe fn close(held: Option<Accs>, row: Self::Row, pointers: Self::Pointers);
}
// SAFETY: writes nothing.
unsafe impl Writes for () {
    const BUFFER_BYTES: usize = 0;
    type Buffer = ();
    type Pointers = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn at_row(_: *const Cursor, _: isize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance(_: (), _: *const Cursor, _: usize, _: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn store(_: (), _: usize, _: ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn buffer() {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put(_: &mut (), _: usize, _: ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn save(_: (), _: usize, _: &mut ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn restore(_: (), _: usize, _: &()) {}
    const FOLDS: bool = false;
    type Row = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn open(_: Option<Accs>, _: ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn flush(_: &(), _: &mut (), _: ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside(_: Option<Accs>, _: &mut (), _: ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close(_: Option<Accs>, _: (), _: ()) {}
}
// SAFETY: the first `A::LEN` cursors are those of `A`, the others those of `B`.
unsafe impl<A: Writes, B: Writes> Writes for (A, B) {
    const BUFFER_BYTES: usize = A::BUFFER_BYTES + B::BUFFER_BYTES;
    type Buffer = (A::Buffer, B::Buffer);
    type Pointers = (A::Pointers, B::Pointers);
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn at_row(cursors: *const Cursor, row: isize) -> Self::Pointers {
        // SAFETY: by the contract, split as above; so below.
        unsafe { (A::at_row(cursors, row), B::at_row(cursors.add(A::LEN), row)) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance(pointers: Self::Pointers, cursors: *const Cursor, to: usize, n: usize) -> Self::Pointers {
        // SAFETY: as above.
        unsafe { (A::advance(pointers.0, cursors, to, n), B::advance(pointers.1, cursors.add(A::LEN), to, n)) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn store(pointers: Self::Pointers, lane: usize, values: Self) {
        // SAFETY: as above.
        unsafe {
            A::store(pointers.0, lane, values.0);
            B::store(pointers.1, lane, values.1);
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn buffer() -> Self::Buffer {
        (A::buffer(), B::buffer())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put(buffer: &mut Self::Buffer, lane: usize, values: Self) {
        A::put(&mut buffer.0, lane, values.0);
        B::put(&mut buffer.1, lane, values.1);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn save(pointers: Self::Pointers, lane: usize, buffer: &mut Self::Buffer) {
        // SAFETY: as above.
        unsafe {
            A::save(pointers.0, lane, &mut buffer.0);
            B::save(pointers.1, lane, &mut buffer.1);
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn restore(pointers: Self::Pointers, lane: usize, buffer: &Self::Buffer) {
        // SAFETY: as above.
        unsafe {
            A::restore(pointers.0, lane, &buffer.0);
            B::restore(pointers.1, lane, &buffer.1);
        }
    }
    const FOLDS: bool = A::FOLDS || B::FOLDS;
    type Row = (A::Row, B::Row);
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn open(held: Option<Accs>, pointers: Self::Pointers) -> Self::Row {
        // SAFETY: as above.
        unsafe { (A::open(held, pointers.0), B::open(held, pointers.1)) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn flush(buffer: &Self::Buffer, row: &mut Self::Row, pointers: Self::Pointers) {
        // SAFETY: as above.
        unsafe {
            A::flush(&buffer.0, &mut row.0, pointers.0);
            B::flush(&buffer.1, &mut row.1, pointers.1);
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside(held: Option<Accs>, row: &mut Self::Row, pointers: Self::Pointers) -> Self::Pointers {
        (A::inside(held, &mut row.0, pointers.0), B::inside(held, &mut row.1, pointers.1))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close(held: Option<Accs>, row: Self::Row, pointers: Self::Pointers) {
        // SAFETY: as above.
        unsafe {
            A::close(held, row.0, pointers.0);
            B::close(held, row.1, pointers.1);
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
    const BUFFER_BYTES: usize = LANES * size_of::<T>();
    type Buffer = [MaybeUninit<T>; LANES];
    type Pointers = *mut T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn at_row(cursors: *const Cursor, row: isize) -> *mut T {
        const { assert!(align_of::<T>() <= crate::engine::ALIGN, "bcast!: elements may be aligned to 64 bytes at most") };
        // SAFETY: by the contract.
        let cursor = unsafe { &*cursors };
        cursor.ptr.cast::<T>().wrapping_byte_offset(cursor.steps[DOWN] * row)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance(pointer: *mut T, cursors: *const Cursor, to: usize, n: usize) -> *mut T {
        // SAFETY: by the contract.
        let down = || unsafe { (*cursors).steps[DOWN] };
        let step = if to == RIGHT { (LANES * size_of::<T>()) as isize } else { down() };
        pointer.wrapping_byte_offset(step * n as isize)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn store(pointer: *mut T, lane: usize, value: Self) {
        // SAFETY: by the contract.
        unsafe { pointer.add(lane).write(value.0) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn buffer() -> Self::Buffer {
        [const { MaybeUninit::uninit() }; LANES]
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put(buffer: &mut Self::Buffer, lane: usize, value: Self) {
        buffer[lane].write(value.0);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn save(pointer: *mut T, lane: usize, buffer: &mut Self::Buffer) {
        // SAFETY: by the contract; a fresh result holds nothing yet.
        buffer[lane] = unsafe { pointer.cast::<MaybeUninit<T>>().add(lane).read() };
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn restore(pointer: *mut T, lane: usize, buffer: &Self::Buffer) {
        // SAFETY: by the contract.
        unsafe {
            std::ptr::copy_nonoverlapping(&raw const buffer[lane], pointer.cast::<MaybeUninit<T>>().add(lane), 1)
        };
    }
    const FOLDS: bool = false;
    type Row = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn open(_: Option<Accs>, _: *mut T) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn flush(buffer: &Self::Buffer, _: &mut (), pointer: *mut T) {
        // SAFETY: by the contract: 64 lanes are writable, and the buffer is filled.
        unsafe { std::ptr::copy_nonoverlapping(buffer.as_ptr().cast::<T>(), pointer, LANES) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside(_: Option<Accs>, _: &mut (), pointer: *mut T) -> *mut T {
        pointer
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close(_: Option<Accs>, _: (), _: *mut T) {}
}
