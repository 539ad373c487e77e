//! What kernels write, as a tree: [new elements](super::New), and accumulators, which are in `fold`.

use super::Tree;
use crate::engine::cursor::{Accs, Cursor, GROUP, LANES};

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
    /// So many lanes of a buffer.
    #[doc(hidden)]
    fn part<const N: usize>(buffer: &Self::Buffer<LANES>, first: usize) -> Self::Buffer<N>;
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
    /// Whether some of them gain by going along short rows, or ask for it.
    #[doc(hidden)]
    const ALONG: bool = false;
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
    /// Writes the first lanes of a buffer, each to an accumulator of its own ([`Accs::Each`]): those of a whole run.
    ///
    /// # Safety
    /// 2 of [`Writes`], with room for the accumulators of a run; the buffer is as for [`Writes::flush`].
    #[doc(hidden)]
    unsafe fn write_each(buffer: &Self::Buffer<LANES>, pointers: Self::Pointers, lanes: usize);
    /// Accumulators of a short row, in registers: so many take its elements in turn.
    #[doc(hidden)]
    type Few<const N: usize>: Copy;
    #[doc(hidden)]
    fn few<const N: usize>() -> Self::Few<N>;
    /// Takes as many lanes as there are accumulators, those from `first` on.
    ///
    /// # Safety
    /// 2 of [`Writes`], for these lanes; the buffer is filled.
    #[doc(hidden)]
    unsafe fn take<const N: usize>(
        buffer: &Self::Buffer<N>,
        few: &mut Self::Few<N>,
        pointers: Self::Pointers,
        first: usize,
    );
    /// The upper half joins the lower one.
    #[doc(hidden)]
    fn halve<const N: usize, const HALF: usize>(few: Self::Few<N>) -> Self::Few<HALF>;
    /// Writes the accumulator of the row.
    ///
    /// # Safety
    /// 3 of [`Writes`].
    #[doc(hidden)]
    unsafe fn close_few(few: Self::Few<1>, pointers: Self::Pointers);
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
    fn part<const N: usize>(_: &(), _: usize) {}
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_each(_: &(), _: (), _: usize) {}
    type Few<const N: usize> = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn few<const N: usize>() {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn take<const N: usize>(_: &(), _: &mut (), _: (), _: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn halve<const N: usize, const HALF: usize>(_: ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close_few(_: (), _: ()) {}
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
    fn part<const N: usize>(buffer: &Self::Buffer<LANES>, first: usize) -> Self::Buffer<N> {
        (A::part::<N>(&buffer.0, first), B::part::<N>(&buffer.1, first))
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
    const ALONG: bool = A::ALONG || B::ALONG;
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
    unsafe fn write_each(buffer: &Self::Buffer<LANES>, pointers: Self::Pointers, lanes: usize) {
        // SAFETY: `writes` 2 for each half.
        unsafe {
            A::write_each(&buffer.0, pointers.0, lanes);
            B::write_each(&buffer.1, pointers.1, lanes);
        }
    }
    type Few<const N: usize> = (A::Few<N>, B::Few<N>);
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn few<const N: usize>() -> Self::Few<N> {
        (A::few::<N>(), B::few::<N>())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn take<const N: usize>(
        buffer: &Self::Buffer<N>,
        few: &mut Self::Few<N>,
        pointers: Self::Pointers,
        first: usize,
    ) {
        // SAFETY: `writes` 2 for each half.
        unsafe {
            A::take::<N>(&buffer.0, &mut few.0, pointers.0, first);
            B::take::<N>(&buffer.1, &mut few.1, pointers.1, first);
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn halve<const N: usize, const HALF: usize>(few: Self::Few<N>) -> Self::Few<HALF> {
        (A::halve::<N, HALF>(few.0), B::halve::<N, HALF>(few.1))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close_few(few: Self::Few<1>, pointers: Self::Pointers) {
        // SAFETY: `writes` 3 for each half.
        unsafe {
            A::close_few(few.0, pointers.0);
            B::close_few(few.1, pointers.1);
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
