//! Accumulators as outputs of a kernel, and what the engine does with them without knowing their type.
//!
//! A kernel writes a [`Folded`] element by joining it to the accumulator that lies at its output's cursor. [`Accs`]
//! says whose that is: of a lane, of a column or of a row. So one kernel serves reductions along rows and across them.

use super::cursor::{Accs, Cursor, GROUP, LANES};
use super::few::{FewOf, OfFew};
use super::streams::{Aligned, New, Reads, Tree, Writes};
use crate::operand::{Form, Leaf, result};
use crate::ops::reduce::{Folded, Reducer};
use crate::rank::YieldRank;
use crate::simd::SimdToken;
use std::hint::black_box;
use std::mem::MaybeUninit;

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
    unsafe fn flush(buffer: &Self::Buffer<LANES>, row: &mut Self::Row, _: *mut R::Acc, _: usize) {
        let join = |acc: &mut MaybeUninit<R::Acc>, value: &MaybeUninit<R::Acc>| {
            // SAFETY: the buffer is filled, and accumulators that are held are initialised.
            acc.write(unsafe { R::join(acc.assume_init(), value.assume_init()) });
        };
        // Lanes that are counted would keep the accumulators out of registers.
        row.iter_mut().zip(&buffer.0).for_each(|(acc, value)| join(acc, value));
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

/// A reducer behind erased pointers. Counts are of accumulators; those of one row are adjacent.
///
/// Contract of its functions: pointers lead to as many accumulators, or places for results, as the counts say, aligned
/// for their types; accumulators are initialised but for `clear`; the two sides of `join` do not overlap.
pub struct Fold {
    /// Bytes of an accumulator, and of a result.
    pub(crate) acc: usize,
    pub(crate) out: usize,
    /// Whether there is a result of nothing.
    pub(crate) of_nothing: bool,
    /// Writes the identity.
    pub(crate) clear: unsafe fn(*mut u8, n: usize),
    /// Joins the `lanes` accumulators of each of some rows, and leaves one per row in the first places.
    pub(crate) halve: unsafe fn(*mut u8, rows: usize, lanes: usize),
    /// Joins accumulators one by one: those at `a` come first, and take the result.
    pub(crate) join: unsafe fn(a: *mut u8, b: *const u8, n: usize),
    /// Writes results, `stride` bytes apart.
    pub(crate) finish: unsafe fn(*const u8, out: *mut u8, stride: isize, n: usize, count: usize),
    /// Whether some accumulators are such that nothing can change them.
    pub(crate) settles: bool,
    /// Whether these are.
    pub(crate) is_settled: unsafe fn(*const u8, n: usize) -> bool,
}

struct Erased<R>(std::marker::PhantomData<R>);
impl<R: Reducer> Erased<R> {
    const FOLD: Fold = Fold {
        acc: size_of::<R::Acc>(),
        out: size_of::<R::Out>(),
        of_nothing: R::OF_NOTHING,
        clear: Self::clear,
        halve: Self::halve,
        join: Self::join,
        finish: Self::finish,
        settles: R::SETTLES,
        is_settled: Self::is_settled,
    };

    /// # Safety
    /// There is room for `n` accumulators.
    unsafe fn clear(at: *mut u8, n: usize) {
        for i in 0..n {
            // SAFETY: `Fold`: there is room for `n` accumulators.
            unsafe { at.cast::<R::Acc>().add(i).write(R::identity()) };
        }
    }

    /// # Safety
    /// All accumulators are initialised.
    unsafe fn halve(at: *mut u8, rows: usize, lanes: usize) {
        if lanes == LANES {
            for row in 0..rows {
                // SAFETY: `Fold`: there are `lanes` accumulators for each row, of which the first places are read
                // before they are written.
                unsafe {
                    let all = at.cast::<[R::Acc; LANES]>().add(row).read();
                    at.cast::<R::Acc>().add(row).write(Self::halved(all));
                }
            }
            return;
        }
        for row in 0..rows {
            // SAFETY: `Fold`: `lanes` accumulators for each row. Row `row` is read before it can be overwritten by a
            // later one.
            unsafe {
                let first = at.cast::<R::Acc>().add(row * lanes);
                let mut left = lanes;
                while left > 1 {
                    let half = left.div_ceil(2);
                    for lane in 0..left - half {
                        let joined = R::join(first.add(lane).read(), first.add(half + lane).read());
                        first.add(lane).write(joined);
                    }
                    left = half;
                }
                at.cast::<R::Acc>().add(row).write(first.read());
            }
        }
    }

    /// All lanes as one: halves of constant length, which become vector code. LLVM makes vectors from the last halves
    /// up, narrow ones therefore (64 rows of 64 `f32` took three times as long on a Zen 3). So it is not told that
    /// those of a cache line and the others are one.
    #[inline(always)]
    fn halved(mut all: [R::Acc; LANES]) -> R::Acc {
        macro_rules! halve {
            ($($half:literal)*) => {$(
                for lane in 0..$half {
                    all[lane] = R::join(all[lane], all[lane + $half]);
                }
            )*};
        }
        halve! { 32 16 }
        if const { size_of::<R::Acc>() < 8 } {
            Self::hide::<16>(&mut all);
        }
        halve! { 8 }
        if const { size_of::<R::Acc>() >= 8 } {
            Self::hide::<8>(&mut all);
        }
        halve! { 4 2 1 }
        all[0]
    }

    /// Hides from LLVM where the first lanes come from.
    #[inline(always)]
    fn hide<const N: usize>(all: &mut [R::Acc; LANES]) {
        let mut first = Aligned([all[0]; N]);
        first.0.copy_from_slice(&all[..N]);
        all[..N].copy_from_slice(&black_box(&first).0);
    }

    /// # Safety
    /// All accumulators are initialised; `a` and `b` do not overlap.
    unsafe fn join(a: *mut u8, b: *const u8, n: usize) {
        let (a, b) = (a.cast::<R::Acc>(), b.cast::<R::Acc>());
        for i in 0..n {
            // SAFETY: `Fold`: `n` accumulators on both sides.
            unsafe { a.add(i).write(R::join(a.add(i).read(), b.add(i).read())) };
        }
    }

    /// # Safety
    /// All accumulators are initialised, and the places of the results can be written.
    unsafe fn finish(at: *const u8, out: *mut u8, stride: isize, n: usize, count: usize) {
        if stride == size_of::<R::Out>() as isize {
            for i in 0..n {
                // SAFETY: as below; here they are adjacent.
                unsafe { out.cast::<R::Out>().add(i).write(R::finish(at.cast::<R::Acc>().add(i).read(), count)) };
            }
            return;
        }
        for i in 0..n {
            // SAFETY: `Fold`: `n` accumulators, and room for as many results.
            unsafe {
                let result = R::finish(at.cast::<R::Acc>().add(i).read(), count);
                out.offset(stride * i as isize).cast::<R::Out>().write(result);
            }
        }
    }

    /// # Safety
    /// All accumulators are initialised.
    unsafe fn is_settled(at: *const u8, n: usize) -> bool {
        // SAFETY: `Fold`: `n` accumulators.
        (0..n).all(|i| R::is_settled(unsafe { at.cast::<R::Acc>().add(i).read() }))
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
