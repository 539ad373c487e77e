//! The typed side: balanced trees of operands, targets and results, which only kernels see.
//!
//! A tree is `()`, one item, or a pair of trees; pairs nest about log2 deep, so hundreds of operands stay far from the
//! recursion limit. Each trait gives a tree as many slots as it has items, in order, so the engine sees plain slices.

use super::kernel::{Accs, Cursor, DOWN, LANES, RIGHT};
use crate::operand::{Leaf, RawOperand};
use crate::rank::{Full, Map, Rank, Reduced, Scalar};
use crate::target::Goal;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Two trees of slots side by side in memory.
#[repr(C)]
pub struct Both<A, B>(A, B);

/// A tree with `LEN` items.
///
/// # Safety
/// `Slots<T>` has the alignment of `T`, and room for `LEN` of them.
pub unsafe trait Tree {
    /// The number of items.
    const LEN: usize;
    /// Room for one `T` per item.
    type Slots<T>;
}
// SAFETY: no item, no slot.
unsafe impl Tree for () {
    const LEN: usize = 0;
    type Slots<T> = [T; 0];
}
// SAFETY: `Both` is `repr(C)`, and both halves are room for `T`s: no padding.
unsafe impl<A: Tree, B: Tree> Tree for (A, B) {
    const LEN: usize = A::LEN + B::LEN;
    type Slots<T> = Both<A::Slots<T>, B::Slots<T>>;
}

/// Fills one slot per item of a tree, and lends them as a slice.
pub(crate) struct Filled<T, S> {
    slots: MaybeUninit<S>,
    filled: usize,
    items: PhantomData<T>,
}
impl<T: Copy, S> Filled<T, S> {
    #[inline]
    pub(crate) fn new() -> Self {
        Filled { slots: MaybeUninit::uninit(), filled: 0, items: PhantomData }
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        assert!((self.filled + 1) * size_of::<T>() <= size_of::<S>());
        // SAFETY: `S` has the layout of an array of `T`, and this slot is inside it, as just checked.
        unsafe { self.slots.as_mut_ptr().cast::<T>().add(self.filled).write(item) };
        self.filled += 1;
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: the first `filled` slots have been written.
        unsafe { std::slice::from_raw_parts_mut(self.slots.as_mut_ptr().cast::<T>(), self.filled) }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[T] {
        // SAFETY: the first `filled` slots have been written.
        unsafe { std::slice::from_raw_parts(self.slots.as_ptr().cast::<T>(), self.filled) }
    }
}

/// Operands that are read.
///
/// # Safety
/// `at_row`, `advance` and `load` read only through the `LEN` cursors given, as [`super::kernel::Kernel`] allows.
pub unsafe trait Reads: Tree {
    /// One element of each operand.
    type Elems;
    #[doc(hidden)]
    type Pointers: Copy;
    #[doc(hidden)]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>));
    #[doc(hidden)]
    const LOWEST_REACH: usize;
    #[doc(hidden)]
    unsafe fn at_row(cursors: *const Cursor, row: isize) -> Self::Pointers;
    #[doc(hidden)]
    unsafe fn advance<V: Variant>(
        pointers: Self::Pointers,
        cursors: *const Cursor,
        to: usize,
        n: usize,
    ) -> Self::Pointers;
    #[doc(hidden)]
    unsafe fn load<V: Variant>(pointers: Self::Pointers, lane: usize) -> Self::Elems;
}
// SAFETY: reads nothing.
unsafe impl Reads for () {
    type Elems = ();
    type Pointers = ();
    const LOWEST_REACH: usize = usize::MAX;
    #[inline]
    fn each<'s>(&'s self, _: &mut impl FnMut(RawOperand<'s>)) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn at_row(_: *const Cursor, _: isize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance<V: Variant>(_: (), _: *const Cursor, _: usize, _: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn load<V: Variant>(_: (), _: usize) {}
}
// SAFETY: the first `A::LEN` cursors are those of `A`, the others those of `B`.
unsafe impl<A: Reads, B: Reads> Reads for (A, B) {
    const LOWEST_REACH: usize = if A::LOWEST_REACH < B::LOWEST_REACH { A::LOWEST_REACH } else { B::LOWEST_REACH };
    type Elems = (A::Elems, B::Elems);
    type Pointers = (A::Pointers, B::Pointers);
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        self.0.each(push);
        self.1.each(push);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn at_row(cursors: *const Cursor, row: isize) -> Self::Pointers {
        // SAFETY: by the contract, split as above; so below.
        unsafe { (A::at_row(cursors, row), B::at_row(cursors.add(A::LEN), row)) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance<V: Variant>(
        pointers: Self::Pointers,
        cursors: *const Cursor,
        to: usize,
        n: usize,
    ) -> Self::Pointers {
        // SAFETY: as above.
        unsafe {
            (A::advance::<V>(pointers.0, cursors, to, n), B::advance::<V>(pointers.1, cursors.add(A::LEN), to, n))
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn load<V: Variant>(pointers: Self::Pointers, lane: usize) -> Self::Elems {
        // SAFETY: as above.
        unsafe { (A::load::<V>(pointers.0, lane), B::load::<V>(pointers.1, lane)) }
    }
}

/// Whether an operand of this rank is one value, which a kernel reads again for every lane.
pub trait Varies {
    #[doc(hidden)]
    const VARIES: bool;
}
impl Varies for Scalar {
    const VARIES: bool = false;
}
impl<D> Varies for Full<D> {
    const VARIES: bool = true;
}
impl<D, E> Varies for Reduced<D, E> {
    const VARIES: bool = true;
}
impl<D> Varies for Map<D> {
    const VARIES: bool = true;
}

/// For which loops a kernel is compiled.
pub trait Variant {
    /// Lanes run along the last of so many output axes; 0 when they run along any.
    #[doc(hidden)]
    const LAST: usize;
}
/// Lanes run along any axis.
pub(crate) struct AnyAxis;
impl Variant for AnyAxis {
    const LAST: usize = 0;
}
/// Lanes run along the last axis of rank `K`: operands whose map ends before it are read once a row.
pub(crate) struct LastAxis<K>(PhantomData<K>);
impl<K: Rank> Variant for LastAxis<K> {
    const LAST: usize = match K::NDIM {
        Some(rank) => rank,
        None => 0,
    };
}

// SAFETY: one item, one slot.
unsafe impl<E, R, const REACH: usize> Tree for Leaf<'_, E, R, REACH> {
    const LEN: usize = 1;
    type Slots<T> = T;
}
impl<E, R: Varies, const REACH: usize> Leaf<'_, E, R, REACH> {
    /// Whether the lanes of a row have values of their own.
    const fn varies<V: Variant>() -> bool {
        R::VARIES && !(REACH != 0 && REACH < V::LAST)
    }
}
// SAFETY: reads lanes `lane` of its own cursor, or the one value of a scalar or of a row. Whoever made the leaf has
// shown that `E` is `Copy + Sync`.
unsafe impl<E, R: Varies, const REACH: usize> Reads for Leaf<'_, E, R, REACH> {
    const LOWEST_REACH: usize = if REACH == 0 { usize::MAX } else { REACH };
    type Elems = E;
    type Pointers = *const E;
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        push(self.raw());
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn at_row(cursors: *const Cursor, row: isize) -> *const E {
        // SAFETY: by the contract.
        let cursor = unsafe { &*cursors };
        let offset = if R::VARIES { cursor.steps[DOWN] * row } else { 0 };
        cursor.ptr.cast::<E>().wrapping_byte_offset(offset)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance<V: Variant>(pointer: *const E, cursors: *const Cursor, to: usize, n: usize) -> *const E {
        if !R::VARIES || (to == RIGHT && !Self::varies::<V>()) {
            return pointer;
        }
        // SAFETY: by the contract.
        pointer.wrapping_byte_offset(unsafe { (*cursors).steps[to] } * n as isize)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn load<V: Variant>(pointer: *const E, lane: usize) -> E {
        const { assert!(align_of::<E>() <= super::ALIGN, "bcast!: elements may be aligned to 64 bytes at most") };
        // SAFETY: by the contract.
        unsafe { if Self::varies::<V>() { pointer.add(lane).read() } else { pointer.read() } }
    }
}

/// Targets: read as operands, and written.
///
/// # Safety
/// `Olds` has one item per target, in order, of the target's element type; so has `News`.
pub unsafe trait Goals: Tree {
    /// The old elements as operands.
    type Olds: Reads;
    /// The new elements.
    type News: Writes;
    #[doc(hidden)]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>));
}
// SAFETY: no target.
unsafe impl Goals for () {
    type Olds = ();
    type News = ();
    #[inline]
    fn each<'s>(&'s self, _: &mut impl FnMut(RawOperand<'s>)) {}
}
// SAFETY: item by item.
unsafe impl<A: Goals, B: Goals> Goals for (A, B) {
    type Olds = (A::Olds, B::Olds);
    type News = (A::News, B::News);
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        self.0.each(push);
        self.1.each(push);
    }
}
// SAFETY: one item, one slot.
unsafe impl<E, R> Tree for Goal<'_, E, R> {
    const LEN: usize = 1;
    type Slots<T> = T;
}
// SAFETY: one item of type `E` each.
unsafe impl<'a, E, R: Varies> Goals for Goal<'a, E, R> {
    type Olds = Leaf<'a, E, R>;
    type News = New<E>;
    #[inline]
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>)) {
        push(self.raw());
    }
}

/// A new element: of a target, or of a fresh result.
pub struct New<T>(pub(super) T);

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
/// `flush` and `store` write only through the `LEN` cursors given, as [`super::kernel::Kernel`] allows.
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
        const { assert!(align_of::<T>() <= super::ALIGN, "bcast!: elements may be aligned to 64 bytes at most") };
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
