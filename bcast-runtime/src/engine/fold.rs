//! Accumulators as outputs of a kernel, and what the engine does with them without knowing their type.
//!
//! A kernel writes a [`Folded`] element by joining it to the accumulator that lies at its output's cursor. [`Accs`]
//! says whose that is: of a lane, of a column or of a row. So one kernel serves reductions along rows and across them.

use super::cursor::{Accs, Cursor, GROUP, LANES};
use super::erased::Erased;
use super::few::{FewOf, OfFew};
use super::streams::{Aligned, New, Reads, Tree, Writes};
use crate::operand::{Form, Leaf, result};
use crate::ops::reduce::{Folded, Reducer};
use crate::rank::YieldRank;
use crate::simd::SimdToken;
use std::hint::black_box;
use std::mem::MaybeUninit;

pub(super) use super::erased::Fold;

// SAFETY: one item, one slot.
unsafe impl<R: Reducer> Tree for Folded<R> {
    const LEN: usize = 1;
    type Slots<U> = U;
}
// SAFETY: reads and writes lanes of its own cursor.
unsafe impl<R: Reducer> Writes for Folded<R> {
    const BYTES: usize = size_of::<R::Acc>();
    type Buffer<const N: usize> = Aligned<[MaybeUninit<R::Lifted>; N]>;
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
        Aligned([const { MaybeUninit::uninit() }; N])
    }
    #[inline(always)]
    fn neutral() -> Self::Buffer<LANES> {
        Aligned([MaybeUninit::new(R::nothing()); LANES])
    }
    #[inline(always)]
    fn put<const N: usize>(buffer: &mut Self::Buffer<N>, lane: usize, value: Self) {
        buffer.0[lane].write(value.0);
    }
    #[inline(always)]
    fn put_group(buffer: &mut Self::Buffer<LANES>, first: usize, group: &Self::Buffer<GROUP>) {
        assert!(first <= LANES - GROUP);
        // SAFETY: as just checked, the group lies in the buffer; both hold copies of elements, or nothing.
        unsafe { std::ptr::copy_nonoverlapping(group.0.as_ptr(), buffer.0.as_mut_ptr().add(first), GROUP) };
    }
    #[inline(always)]
    fn neutralise(buffer: &mut Self::Buffer<LANES>, lanes: usize) {
        buffer.0[..GROUP].iter_mut().skip(lanes).for_each(|lane| *lane = MaybeUninit::new(R::nothing()));
    }
    const FOLDS: bool = true;
    const COUNTS: bool = R::COUNTS;
    type Row = Held<R>;
    #[inline(always)]
    unsafe fn open(held: Option<Accs>, pointer: *mut R::Acc, lanes: usize, largest: usize) -> Held<R> {
        let accs = match (held, lanes) {
            // SAFETY: `writes` 3: so many accumulators are there.
            (Some(Accs::Lanes | Accs::Columns), LANES) => unsafe { pointer.cast::<[_; LANES]>().read() },
            (Some(Accs::Lanes | Accs::Columns), _) => {
                let mut accs = [MaybeUninit::new(R::identity()); LANES];
                // SAFETY: `writes` 3: so many accumulators are there.
                unsafe { std::ptr::copy_nonoverlapping(pointer.cast(), accs.as_mut_ptr(), lanes) };
                accs
            }
            (Some(Accs::Rows), _) => [MaybeUninit::new(R::identity()); LANES],
            // Nobody reads them, and 64 would take as long to write as a short row to accumulate.
            (None, _) => [MaybeUninit::uninit(); LANES],
        };
        let in_bytes = counts_in_bytes(R::COUNTS, largest);
        Held { accs, counts: in_bytes.then_some([0; LANES]), taken: 0 }
    }
    #[inline(always)]
    unsafe fn flush(buffer: &Self::Buffer<LANES>, row: &mut Held<R>, _: *mut R::Acc, lanes: usize) {
        // SAFETY: the buffer is filled.
        let value = |lane: usize| unsafe { buffer.0[lane].assume_init() };
        if R::COUNTS
            && let Some(counts) = &mut row.counts
        {
            (0..LANES).for_each(|lane| counts[lane] += R::counted(value(lane)));
            row.taken += 1;
            if row.taken == u8::MAX {
                // SAFETY: accumulators that are held are initialised.
                unsafe { row.settle_counts() };
            }
            return;
        }
        // SAFETY: accumulators that are held are initialised.
        let join = |lane: usize| unsafe {
            let acc = &mut row.accs[lane];
            acc.write(R::join(acc.assume_init(), R::one(value(lane))));
        };
        if const { Erased::<R>::IS_PART_OF_VECTORS } {
            // Lanes that are counted would keep the accumulators out of registers.
            (0..LANES).for_each(join);
        } else {
            (0..black_box(lanes)).for_each(join);
        }
    }
    #[inline(always)]
    unsafe fn close(held: Option<Accs>, mut row: Held<R>, pointer: *mut R::Acc, lanes: usize) {
        // SAFETY: `writes` 3: so many accumulators are there; of a row there is one.
        unsafe {
            // Known to types: LLVM sees no more of what lies in memory.
            if R::COUNTS && held.is_some() {
                row.settle_counts();
            }
            match (held, lanes) {
                (Some(Accs::Lanes | Accs::Columns), LANES) => pointer.cast::<[_; LANES]>().write(row.accs),
                (Some(Accs::Lanes | Accs::Columns), _) => {
                    std::ptr::copy_nonoverlapping(row.accs.as_ptr().cast(), pointer, lanes)
                }
                (Some(Accs::Rows), _) => {
                    pointer.write(Erased::<R>::halved(row.accs.as_ptr().cast::<[R::Acc; LANES]>().read()))
                }
                (None, _) => {}
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
    accs: [MaybeUninit<R::Acc>; LANES],
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
    /// Joins what has been counted to the accumulators.
    ///
    /// # Safety
    /// These are initialised.
    #[inline(always)]
    unsafe fn settle_counts(&mut self) {
        let Some(counts) = &mut self.counts else { return };
        // Where they come from is hidden: LLVM would count in vectors of as many lanes as these have.
        let taken = Aligned(*counts);
        for (acc, &count) in self.accs.iter_mut().zip(&black_box(&taken).0) {
            // SAFETY: whoever calls says so.
            acc.write(R::join(unsafe { acc.assume_init() }, R::so_many(count)));
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
    fn each(push: &mut impl FnMut(Yield)) {
        push(Yield::Kept(size_of::<T>()));
    }
    unsafe fn leaves<'a, K: YieldRank>(stage: usize, item: usize, axes: &'static [u8], form: Form) -> Leaf<'a, T, K> {
        // SAFETY: whoever calls names the item of this type; `Stored` made the `New`, so `T` is `Copy`.
        unsafe { result(stage, item, axes, if K::FORM == Form::Single { Form::Single } else { form }) }
    }
}
