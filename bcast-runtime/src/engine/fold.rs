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
    type Buffer<const N: usize> = Aligned<[MaybeUninit<R::Acc>; N]>;
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
            at.write(R::join(at.read(), value.0));
        }
    }
    #[inline(always)]
    fn buffer<const N: usize>() -> Self::Buffer<N> {
        Aligned([const { MaybeUninit::uninit() }; N])
    }
    #[inline(always)]
    fn neutral() -> Self::Buffer<LANES> {
        Aligned([MaybeUninit::new(R::identity()); LANES])
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
        buffer.0[..GROUP].iter_mut().skip(lanes).for_each(|lane| *lane = MaybeUninit::new(R::identity()));
    }
    const FOLDS: bool = true;
    type Row = [MaybeUninit<R::Acc>; LANES];
    #[inline(always)]
    unsafe fn open(held: Option<Accs>, pointer: *mut R::Acc, lanes: usize) -> Self::Row {
        match (held, lanes) {
            // SAFETY: `writes` 3: so many accumulators are there.
            (Some(Accs::Lanes | Accs::Columns), LANES) => unsafe { pointer.cast::<Self::Row>().read() },
            (Some(Accs::Lanes | Accs::Columns), _) => {
                let mut row = [MaybeUninit::new(R::identity()); LANES];
                // SAFETY: `writes` 3: so many accumulators are there.
                unsafe { std::ptr::copy_nonoverlapping(pointer.cast(), row.as_mut_ptr(), lanes) };
                row
            }
            (Some(Accs::Rows), _) => [MaybeUninit::new(R::identity()); LANES],
            // Nobody reads them, and 64 would take as long to write as a short row to accumulate.
            (None, _) => [MaybeUninit::uninit(); LANES],
        }
    }
    #[inline(always)]
    unsafe fn flush(buffer: &Self::Buffer<LANES>, row: &mut Self::Row, _: *mut R::Acc, lanes: usize) {
        let join = |acc: &mut MaybeUninit<R::Acc>, value: &MaybeUninit<R::Acc>| {
            // SAFETY: the buffer is filled, and accumulators that are held are initialised.
            acc.write(unsafe { R::join(acc.assume_init(), value.assume_init()) });
        };
        if const { Erased::<R>::IS_PART_OF_VECTORS } {
            // Lanes that are counted would keep the accumulators out of registers.
            row.iter_mut().zip(&buffer.0).for_each(|(acc, value)| join(acc, value));
        } else {
            (0..black_box(lanes)).for_each(|lane| join(&mut row[lane], &buffer.0[lane]));
        }
    }
    #[inline(always)]
    unsafe fn close(held: Option<Accs>, row: Self::Row, pointer: *mut R::Acc, lanes: usize) {
        // SAFETY: `writes` 3: so many accumulators are there; of a row there is one.
        unsafe {
            match (held, lanes) {
                (Some(Accs::Lanes | Accs::Columns), LANES) => pointer.cast::<Self::Row>().write(row),
                (Some(Accs::Lanes | Accs::Columns), _) => {
                    std::ptr::copy_nonoverlapping(row.as_ptr().cast(), pointer, lanes)
                }
                (Some(Accs::Rows), _) => {
                    pointer.write(Erased::<R>::halved(row.as_ptr().cast::<[R::Acc; LANES]>().read()))
                }
                (None, _) => {}
            }
        }
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
