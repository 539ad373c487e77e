//! Accumulators as outputs of a kernel, and what the engine does with them without knowing their type.
//!
//! A kernel writes a [`Folded`] element by joining it to the accumulator that lies at its output's cursor. [`Accs`]
//! says whose that is: of a lane, of a column or of a row. So one kernel serves reductions along rows and across them.

use super::cursor::{Accs, Cursor, GROUP, LANES};
use super::erased::{Erased, Lanes};
use super::few::{FewOf, OfFew};
use super::streams::{New, Reads, Tree, Writes};
use crate::lane_room::{Aligned, LaneRoom, Room};
use crate::operand::{Form, Leaf, result};
use crate::ops::reduce::{Folded, Reducer};
use crate::rank::YieldRank;
use crate::simd::SimdToken;
use std::hint::black_box;

pub(super) use super::erased::Fold;

// SAFETY: one item, one slot.
unsafe impl<R: Reducer> Tree for Folded<R> {
    const LEN: usize = 1;
    type Slots<U> = U;
}
// SAFETY: reads and writes lanes of its own cursor.
unsafe impl<R: Reducer> Writes for Folded<R> {
    const BYTES: usize = size_of::<R::Acc>();
    type Buffer<const N: usize> = <R::Room as LaneRoom<R::Lifted>>::Of<N>;
    type Pointers = *mut R::Acc;
    #[inline(always)]
    unsafe fn start(cursors: *const Cursor) -> *mut R::Acc {
        const { assert!(align_of::<R::Acc>() <= super::ALIGN, "bcast!: elements may be aligned to 64 bytes at most") };
        // SAFETY: `writes` 1: there is a cursor.
        unsafe { (*cursors).ptr.cast() }
    }
    #[inline(always)]
    unsafe fn advance(pointer: *mut R::Acc, cursors: *const Cursor, to: usize, n: usize) -> *mut R::Acc {
        // SAFETY: `writes` 1: there is a cursor.
        pointer.wrapping_byte_offset(unsafe { (*cursors).steps[to] } * n as isize)
    }
    #[inline(always)]
    unsafe fn store(pointer: *mut R::Acc, lane: usize, value: Self) {
        // SAFETY: `writes` 2: the lane has an accumulator, which is initialised before a kernel sees it (kernel 4).
        unsafe {
            let at = pointer.add(lane);
            at.write(R::join(at.read(), R::one(value.0)));
        }
    }
    #[inline(always)]
    fn buffer<const N: usize>() -> Self::Buffer<N> {
        Self::Buffer::<N>::empty()
    }
    #[inline(always)]
    fn neutral() -> Self::Buffer<LANES> {
        Self::Buffer::<LANES>::all(R::nothing())
    }
    #[inline(always)]
    fn put<const N: usize>(buffer: &mut Self::Buffer<N>, lane: usize, value: Self) {
        buffer.put(lane, value.0);
    }
    #[inline(always)]
    unsafe fn get(buffer: &Self::Buffer<LANES>, lane: usize) -> Self {
        // SAFETY: as whoever calls says.
        Folded(unsafe { buffer.get(lane) })
    }
    #[inline(always)]
    fn part<const N: usize>(buffer: &Self::Buffer<LANES>, first: usize) -> Self::Buffer<N> {
        <R::Room as LaneRoom<R::Lifted>>::part::<N>(buffer, first)
    }
    #[inline(always)]
    fn put_group(buffer: &mut Self::Buffer<LANES>, first: usize, group: &Self::Buffer<GROUP>) {
        <R::Room as LaneRoom<R::Lifted>>::put_group(buffer, first, group);
    }
    #[inline(always)]
    fn neutralise(buffer: &mut Self::Buffer<LANES>, lanes: usize) {
        (lanes..GROUP).for_each(|lane| buffer.put(lane, R::nothing()));
    }
    const FOLDS: bool = true;
    const COUNTS: bool = R::COUNTS;
    const ALONG: bool = Erased::<R>::ALONG;
    const SELDOM: bool = R::SELDOM;
    type Row = Held<R>;
    #[inline(always)]
    unsafe fn open(held: Option<Accs>, pointer: *mut R::Acc, lanes: usize, largest: usize) -> Held<R> {
        // Where nobody reads them, 64 would take as long to write as a short row to accumulate.
        let mut accs = Lanes::<R>::empty();
        let alone = const { R::SELDOM } && matches!(held, Some(Accs::Rows | Accs::Lanes));
        // SAFETY: `writes` 3: so many accumulators are there.
        unsafe {
            match held {
                None | Some(Accs::Each) => {}
                Some(Accs::Rows) if const { R::SELDOM } && alone => accs.put(0, R::identity()),
                Some(Accs::Lanes) if const { R::SELDOM } && alone => accs.load(pointer, 1),
                Some(Accs::Lanes | Accs::Columns) if lanes == LANES => accs.load(pointer, LANES),
                Some(Accs::Rows) => accs = Lanes::<R>::all(R::identity()),
                Some(Accs::Lanes | Accs::Columns) => {
                    accs = Lanes::<R>::all(R::identity());
                    accs.load(pointer, lanes);
                }
            }
        }
        let in_bytes = counts_in_bytes(R::COUNTS, largest);
        Held { accs, alone, counts: in_bytes.then_some([0; LANES]), taken: 0 }
    }
    #[inline(always)]
    unsafe fn flush(buffer: &Self::Buffer<LANES>, row: &mut Held<R>, _: *mut R::Acc, lanes: usize) {
        // SAFETY: the buffer is filled; accumulators that are held are initialised.
        unsafe { row.take(|lane| buffer.get(lane), lanes) };
    }
    const BLENDS: bool = Erased::<R>::IS_PART_OF_VECTORS;
    #[inline(always)]
    unsafe fn flush_first(buffer: &Self::Buffer<LANES>, row: &mut Held<R>, _: *mut R::Acc, lanes: usize) {
        // Bits, of which LLVM makes masks of vectors. Of comparisons it may make branches, lane by lane.
        let first = (1_u64 << lanes) - 1;
        // SAFETY: the first lanes have been put; accumulators that are held are initialised.
        unsafe {
            let value = |lane: usize| if first & (1 << lane) != 0 { buffer.get(lane) } else { R::nothing() };
            row.take(value, LANES);
        }
    }
    #[inline(always)]
    unsafe fn write_each(buffer: &Self::Buffer<LANES>, pointer: *mut R::Acc, _: usize) {
        let mut accs = Lanes::<R>::empty();
        // SAFETY: the buffer is filled; there is room for all accumulators, which have been put.
        unsafe {
            (0..LANES).for_each(|lane| accs.put(lane, R::one(buffer.get(lane))));
            accs.save(pointer, LANES);
        }
    }
    type Few<const N: usize> = Lanes<R, N>;
    #[inline(always)]
    fn few<const N: usize>() -> Lanes<R, N> {
        Lanes::<R, N>::all(R::identity())
    }
    #[inline(always)]
    unsafe fn take<const N: usize>(buffer: &Self::Buffer<N>, few: &mut Lanes<R, N>, _: *mut R::Acc, _: usize) {
        for lane in 0..N {
            // SAFETY: the buffer is filled, and all accumulators are initialised.
            unsafe { few.put(lane, R::join(few.get(lane), R::one(buffer.get(lane)))) };
        }
    }
    #[inline(always)]
    fn halve<const N: usize, const HALF: usize>(few: Lanes<R, N>) -> Lanes<R, HALF> {
        Erased::<R>::halves::<N, HALF>(few)
    }
    #[inline(always)]
    unsafe fn close_few(few: Lanes<R, 1>, pointer: *mut R::Acc) {
        // SAFETY: `writes` 3: there is an accumulator of the row; it is initialised.
        unsafe { pointer.write(few.get(0)) };
    }
    #[inline(always)]
    unsafe fn close(held: Option<Accs>, mut row: Held<R>, pointer: *mut R::Acc, lanes: usize) {
        // SAFETY: `writes` 3: so many accumulators are there; of a row there is one.
        unsafe {
            // Known to types: LLVM sees no more of what lies in memory.
            if R::COUNTS && held.is_some_and(|accs| accs != Accs::Each) {
                row.settle_counts();
            }
            match (held, lanes) {
                // Asked of the type first: else LLVM would keep the first accumulator apart, in memory.
                (Some(Accs::Rows | Accs::Lanes), _) if const { R::SELDOM } && row.alone => row.accs.save(pointer, 1),
                (Some(Accs::Lanes | Accs::Columns), LANES) => row.accs.save(pointer, LANES),
                (Some(Accs::Lanes | Accs::Columns), _) => row.accs.save(pointer, lanes),
                (Some(Accs::Rows), _) => pointer.write(Erased::<R>::halved(&row.accs)),
                (None | Some(Accs::Each), _) => {}
            }
        }
    }
}

/// Whether bytes count what accumulates, of operands with so many bytes in the largest.
pub(super) const fn counts_in_bytes(counts: bool, largest: usize) -> bool {
    counts && largest <= 4
}

/// Accumulators of a run of lanes while a kernel joins to them.
pub struct Held<R: Reducer> {
    accs: Lanes<R>,
    /// Whether the first one takes all lanes.
    alone: bool,
    /// What is counted beside them, in bytes, of which vectors hold many.
    counts: Option<[u8; LANES]>,
    /// Runs of lanes that have been counted so.
    taken: u8,
}
impl<R: Reducer> Clone for Held<R> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R: Reducer> Copy for Held<R> {}

impl<R: Reducer> Held<R> {
    /// Joins a lane to its accumulator.
    ///
    /// # Safety
    /// It is initialised.
    #[inline(always)]
    unsafe fn join(&mut self, lane: usize, lifted: R::Lifted) {
        // SAFETY: whoever calls says so.
        let acc = unsafe { self.accs.get(lane) };
        self.accs.put(lane, R::join(acc, R::one(lifted)));
    }

    /// Joins a run of lanes, of which the first are not neutral.
    ///
    /// # Safety
    /// Accumulators are initialised.
    #[inline(always)]
    unsafe fn take(&mut self, value: impl Fn(usize) -> R::Lifted, lanes: usize) {
        if R::COUNTS
            && let Some(counts) = &mut self.counts
        {
            (0..LANES).for_each(|lane| counts[lane] += R::counted(value(lane)));
            self.taken += 1;
            if self.taken == u8::MAX {
                // SAFETY: whoever calls says so.
                unsafe { self.settle_counts() };
            }
            return;
        }
        if const { R::SELDOM } {
            // SAFETY: whoever calls says so.
            return unsafe { self.join_if_changed(value) };
        }
        // SAFETY: whoever calls says so.
        let join = |lane: usize| unsafe { self.join(lane, value(lane)) };
        if const { Erased::<R>::IS_PART_OF_VECTORS } {
            // Lanes that are counted would keep the accumulators out of registers.
            (0..LANES).for_each(join);
        } else {
            (0..black_box(lanes)).for_each(join);
        }
    }

    /// Joins a run of lanes, if this changes anything.
    ///
    /// # Safety
    /// Accumulators are initialised.
    #[inline(always)]
    unsafe fn join_if_changed(&mut self, value: impl Fn(usize) -> R::Lifted) {
        // SAFETY: whoever calls says so.
        let acc = |lane: usize| unsafe { self.accs.get(lane) };
        let mut run = Lanes::<R>::empty();
        if self.alone {
            let first = acc(0);
            let any =
                |of: fn(R::Acc, R::Lifted) -> bool| (0..LANES).fold(false, |any, lane| any | of(first, value(lane)));
            if R::has_none(first) || (any(R::may_change) && any(R::changes)) {
                (0..LANES).for_each(|lane| run.put(lane, R::one(value(lane))));
                // SAFETY: all lanes have been put.
                let joined = R::join(first, unsafe { Erased::<R>::halved(&run) });
                self.accs.put(0, joined);
            }
        } else if (0..LANES).fold(false, |any, lane| any | R::may_change(acc(lane), value(lane))) {
            // Where they were, LLVM would use masked stores, which take an AMD processor some 20 cycles each.
            (0..LANES).for_each(|lane| run.put(lane, R::join(acc(lane), R::one(value(lane)))));
            self.accs = run;
        }
    }

    /// Joins what has been counted to the accumulators.
    ///
    /// # Safety
    /// These are initialised.
    #[inline(always)]
    unsafe fn settle_counts(&mut self) {
        let Some(counts) = &mut self.counts else { return };
        // Where they come from is hidden: LLVM would count in vectors of as many lanes as these have.
        let taken = Aligned(*counts);
        for (lane, &count) in black_box(&taken).0.iter().enumerate() {
            // SAFETY: whoever calls says so.
            let acc = unsafe { self.accs.get(lane) };
            self.accs.put(lane, R::join(acc, R::so_many(count)));
        }
        *counts = [0; LANES];
        self.taken = 0;
    }
}

/// What a stage writes: a tree of accumulators, and of elements that later stages read.
pub trait Yields: Writes {
    /// One operand of rank `R` per item.
    type Leaves<'a, R>;
    /// What reduces a few elements of these operands, if there is one accumulator and nothing else.
    #[doc(hidden)]
    type OfFew<L: Reads, F: Fn(SimdToken, L::Elems) -> Self>: OfFew;
    #[doc(hidden)]
    fn each(push: &mut impl FnMut(Yield));
    /// # Safety
    /// The items are those of stage `stage` from `item` on; the axes of `R` are those of the stage, in its form or, for
    /// elements, in this one.
    #[doc(hidden)]
    unsafe fn leaves<'a, R: YieldRank>(
        stage: usize,
        item: usize,
        axes: &'static [u8],
        form: Form,
    ) -> Self::Leaves<'a, R>;
}

/// One item that a stage writes.
#[derive(Clone, Copy)]
pub enum Yield {
    /// An accumulator.
    Fold(&'static Fold),
    /// An element, of so many bytes.
    Kept(usize),
}

impl PartialEq for Yield {
    /// Reducers are compared by where they are.
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Yield::Fold(own), Yield::Fold(other)) => std::ptr::eq(own, other),
            (Yield::Kept(own), Yield::Kept(other)) => own == other,
            _ => false,
        }
    }
}

impl Yield {
    /// Its reducer, if it is an accumulator.
    pub(super) fn fold(&self) -> Option<&'static Fold> {
        if let Yield::Fold(fold) = self { Some(fold) } else { None }
    }
}

impl Yields for () {
    type Leaves<'a, R> = ();
    type OfFew<L: Reads, F: Fn(SimdToken, L::Elems) -> Self> = ();
    fn each(_: &mut impl FnMut(Yield)) {}
    unsafe fn leaves<'a, R: YieldRank>(_: usize, _: usize, _: &'static [u8], _: Form) -> Self::Leaves<'a, R> {}
}
impl<A: Yields, B: Yields> Yields for (A, B) {
    type Leaves<'a, R> = (A::Leaves<'a, R>, B::Leaves<'a, R>);
    type OfFew<L: Reads, F: Fn(SimdToken, L::Elems) -> Self> = ();
    #[inline]
    fn each(push: &mut impl FnMut(Yield)) {
        A::each(push);
        B::each(push);
    }
    unsafe fn leaves<'a, R: YieldRank>(
        stage: usize,
        item: usize,
        axes: &'static [u8],
        form: Form,
    ) -> Self::Leaves<'a, R> {
        // SAFETY: the items of `A` come first.
        unsafe { (A::leaves(stage, item, axes, form), B::leaves(stage, item + A::LEN, axes, form)) }
    }
}
impl<R: Reducer> Yields for Folded<R> {
    type Leaves<'a, K> = Leaf<'a, R::Out, K>;
    type OfFew<L: Reads, F: Fn(SimdToken, L::Elems) -> Self> = FewOf<R, L, F>;
    #[inline]
    fn each(push: &mut impl FnMut(Yield)) {
        push(Yield::Fold(&Erased::<R>::FOLD));
    }
    unsafe fn leaves<'a, K: YieldRank>(stage: usize, item: usize, axes: &'static [u8], _: Form) -> Leaf<'a, R::Out, K> {
        // SAFETY: whoever calls names the item of this type; a reduction has no form of its own.
        unsafe { result(stage, item, axes, K::FORM) }
    }
}
impl<T: Sync> Yields for New<T> {
    type Leaves<'a, K> = Leaf<'a, T, K>;
    type OfFew<L: Reads, F: Fn(SimdToken, L::Elems) -> Self> = ();
    #[inline]
    fn each(push: &mut impl FnMut(Yield)) {
        push(Yield::Kept(size_of::<T>()));
    }
    unsafe fn leaves<'a, K: YieldRank>(stage: usize, item: usize, axes: &'static [u8], form: Form) -> Leaf<'a, T, K> {
        // SAFETY: whoever calls names the item of this type; `Stored` made the `New`, so `T` is `Copy`.
        unsafe { result(stage, item, axes, if K::FORM == Form::Single { Form::Single } else { form }) }
    }
}
