//! A reducer without its type, which the engine calls through pointers.

use super::cursor::{GROUP, LANES};
use super::short_row::{ShortRow, of_row};
use super::tuning::LEAF_ROWS;
use crate::lane_room::{LaneRoom, Room, halved, is_hidden, is_part_of_vectors};
use crate::ops::reduce::{Folded, Reducer};
use crate::simd;
use std::hint::black_box;
use std::mem::MaybeUninit;

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
    /// Whether the number of elements alone says the result.
    pub(crate) of_count: bool,
    /// Whether the order of joins changes nothing.
    pub(crate) any_order: bool,
    /// Whether few elements change an accumulator, and where each stands decides.
    pub(crate) seldom: bool,
    /// Whether it gains by going along short rows, or the order of joins asks for it.
    pub(crate) along: bool,
    /// Writes the identity.
    pub(crate) clear: unsafe fn(*mut u8, n: usize),
    /// Joins the `lanes` accumulators of each of some rows, and leaves one per row in the first places: fewer than 64
    /// as those of a short row.
    pub(crate) halve: unsafe fn(*mut u8, rows: usize, lanes: usize),
    /// Joins the accumulators of each element of some short rows, and leaves one per row in the first places.
    pub(crate) join_rows: unsafe fn(*mut u8, rows: usize, columns: usize),
    /// Joins accumulators one by one: those at `a` come first, and take the result.
    pub(crate) join: unsafe fn(a: *mut u8, b: *const u8, n: usize),
    /// Joins a few accumulators, in rows and columns, and writes the results.
    pub(crate) few: unsafe fn(*mut u8, sizes: (usize, usize), Order, out: *mut u8),
    /// Writes results, `stride` bytes apart.
    pub(crate) finish: unsafe fn(*const u8, out: *mut u8, stride: isize, n: usize, count: usize),
    /// Whether some accumulators are such that nothing can change them.
    pub(crate) settles: bool,
    /// Whether these are.
    pub(crate) is_settled: unsafe fn(*const u8, n: usize) -> bool,
}

/// What is reduced to one result, and in which order.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Order {
    /// A short row, as kernels do that go along it.
    Halves,
    /// A row, from its first element on.
    Along,
    /// A column, from its first element on.
    Across,
}

pub(super) struct Erased<R>(std::marker::PhantomData<R>);

/// Accumulators of a short row, one after the other.
struct Accumulated<R: Reducer>(*const R::Acc);

impl<R: Reducer> ShortRow<Folded<R>> for Accumulated<R> {
    #[inline(always)]
    unsafe fn take<const N: usize>(&mut self, few: &mut Lanes<R, N>, first: usize) {
        for lane in 0..N {
            // SAFETY: whoever calls says that there are so many.
            unsafe { few.put(lane, R::join(few.get(lane), self.0.add(first + lane).read())) };
        }
    }
}

/// Accumulators of some lanes.
pub(super) type Lanes<R, const N: usize = LANES> = <<R as Reducer>::Room as LaneRoom<<R as Reducer>::Acc>>::Of<N>;

impl<R: Reducer> Erased<R> {
    pub(super) const FOLD: Fold = Fold {
        acc: size_of::<R::Acc>(),
        out: size_of::<R::Out>(),
        of_nothing: R::OF_NOTHING,
        of_count: R::OF_COUNT,
        any_order: R::ANY_ORDER,
        seldom: R::SELDOM,
        along: Self::ALONG,
        clear: Self::clear,
        halve: Self::halve,
        join_rows: Self::join_rows,
        join: Self::join,
        few: Self::few,
        finish: Self::finish,
        settles: R::SETTLES,
        is_settled: Self::is_settled,
    };

    /// Whether it gains by going along short rows. Where the order of joins is of no matter nothing asks for it: not by
    /// small accumulators, nor if one element may decide; nor where bytes count, or positions decide.
    pub(super) const ALONG: bool = {
        let is_large = size_of::<R::Acc>() >= size_of::<f32>();
        !R::SELDOM && (!R::ANY_ORDER || (is_large && !R::SETTLES && !R::COUNTS))
    };

    /// Whether vectors hold a whole number of accumulators.
    pub(super) const IS_PART_OF_VECTORS: bool = is_part_of_vectors::<R::Acc>();

    /// # Safety
    /// There is room for `n` accumulators.
    unsafe fn clear(at: *mut u8, n: usize) {
        let at = at.cast::<R::Acc>();
        simd::from_v3(
            #[inline(always)]
            // SAFETY: `Fold`: there is room for `n` accumulators.
            || (0..n).for_each(|i| unsafe { at.add(i).write(R::identity()) }),
        );
    }

    /// # Safety
    /// All accumulators are initialised.
    pub(super) unsafe fn halve(at: *mut u8, rows: usize, lanes: usize) {
        if lanes == LANES {
            for row in 0..rows {
                // SAFETY: `Fold`: there are `lanes` accumulators for each row, of which the first places are read
                // before they are written.
                unsafe {
                    let mut all = Lanes::<R>::empty();
                    all.load(at.cast::<R::Acc>().add(row * LANES), LANES);
                    at.cast::<R::Acc>().add(row).write(Self::halved(&all));
                }
            }
            return;
        }
        // SAFETY: whoever calls says so.
        unsafe { Self::join_rows(at, rows, lanes) };
    }

    /// Joins the accumulators of all elements of some short rows, and leaves one per row in the first places.
    ///
    /// # Safety
    /// All accumulators are initialised.
    #[inline(never)]
    unsafe fn join_rows(at: *mut u8, rows: usize, columns: usize) {
        // SAFETY: `Fold`: so many accumulators for each row.
        unsafe {
            match columns {
                0..GROUP => Self::each_row(at, rows, columns, |first| Self::of_fewer(first, columns)),
                _ => Self::each_row(at, rows, columns, |first| {
                    of_row::<Folded<R>, _>(Accumulated::<R>(first), columns).get(0)
                }),
            }
        }
    }

    /// Writes what comes of the accumulators of each row.
    ///
    /// # Safety
    /// Each has so many.
    #[inline(always)]
    unsafe fn each_row(at: *mut u8, rows: usize, lanes: usize, of: impl Fn(*mut R::Acc) -> R::Acc) {
        let at = at.cast::<R::Acc>();
        // SAFETY: whoever calls says so. A row is read before it can be overwritten by a later one.
        (0..rows).for_each(|row| unsafe { at.add(row).write(of(at.add(row * lanes))) });
    }

    /// Fewer lanes than a group as one: halves of them, the last four of which never go back to memory (the sum of 4
    /// numbers takes 0.8 of the time).
    ///
    /// # Safety
    /// So many accumulators are initialised, and may be written.
    #[inline(always)]
    unsafe fn of_fewer(first: *mut R::Acc, lanes: usize) -> R::Acc {
        // SAFETY: there are so many.
        unsafe {
            let join = |a: usize, b: usize| R::join(first.add(a).read(), first.add(b).read());
            let mut left = lanes;
            while left > 4 {
                let half = left.div_ceil(2);
                (0..left - half).for_each(|lane| first.add(lane).write(join(lane, half + lane)));
                left = half;
            }
            match left {
                1 => first.read(),
                2 => join(0, 1),
                3 => R::join(join(0, 2), first.add(1).read()),
                _ => R::join(join(0, 2), join(1, 3)),
            }
        }
    }

    /// The upper half joins the lower one.
    #[inline(always)]
    pub(super) fn halves<const N: usize, const HALF: usize>(few: Lanes<R, N>) -> Lanes<R, HALF> {
        let few = if const { is_hidden::<R::Acc>(N) } { black_box(few) } else { few };
        let mut half = Lanes::<R, HALF>::empty();
        for lane in 0..HALF {
            // SAFETY: whoever has lanes has filled them.
            half.put(lane, unsafe { R::join(few.get(lane), few.get(lane + HALF)) });
        }
        half
    }

    /// All lanes as one.
    ///
    /// # Safety
    /// All lanes are filled.
    #[inline(always)]
    pub(super) unsafe fn halved(all: &Lanes<R>) -> R::Acc {
        // Asked of the type first: who looks at lanes would keep them in memory.
        if const { R::SELDOM }
            // SAFETY: all lanes are filled.
            && let Some(joined) = R::of_lanes(|lane| unsafe { all.get(lane) })
        {
            return joined;
        }
        // SAFETY: all lanes are filled.
        unsafe { halved(*all, R::join) }
    }

    /// Joins lifted elements, of which none is joined to the identity: that would leave it as it is.
    ///
    /// # Safety
    /// There are so many, one at least, and room for the results.
    #[inline(never)]
    pub(super) unsafe fn few(bytes: *mut u8, (rows, columns): (usize, usize), order: Order, out: *mut u8) {
        let accs = bytes.cast::<R::Acc>();
        // SAFETY: all of them lie in the rows and columns, and no two rows overlap.
        unsafe {
            let (outputs, count) = match order {
                Order::Halves => {
                    Self::join_rows(bytes, rows, columns);
                    (rows, columns)
                }
                Order::Along => {
                    for row in 0..rows {
                        let first = accs.add(row * columns);
                        let acc = (1..columns).fold(first.read(), |acc, at| R::join(acc, first.add(at).read()));
                        accs.add(row).write(acc);
                    }
                    (rows, columns)
                }
                Order::Across => {
                    let join = |first: usize, row: usize| {
                        Self::join_each(accs.add(first * columns), accs.add(row * columns), columns);
                    };
                    (1..rows).filter(|row| row % LEAF_ROWS != 0).for_each(|row| join(row - row % LEAF_ROWS, row));
                    let mut apart = LEAF_ROWS;
                    while apart < rows {
                        (0..rows - apart).step_by(2 * apart).for_each(|leaf| join(leaf, leaf + apart));
                        apart *= 2;
                    }
                    (columns, rows)
                }
            };
            Self::finish(bytes, out, size_of::<R::Out>() as isize, outputs, count);
        }
    }

    /// # Safety
    /// All accumulators are initialised; `a` and `b` do not overlap.
    pub(super) unsafe fn join(a: *mut u8, b: *const u8, n: usize) {
        simd::from_v3(
            #[inline(always)]
            // SAFETY: whoever calls says so.
            || unsafe { Self::join_each(a.cast(), b.cast(), n) },
        );
    }

    /// # Safety
    /// As for [`Erased::join`].
    #[inline(always)]
    unsafe fn join_each(a: *mut R::Acc, b: *const R::Acc, n: usize) {
        for i in 0..n {
            // SAFETY: `Fold`: `n` accumulators on both sides.
            unsafe { a.add(i).write(R::join(a.add(i).read(), b.add(i).read())) };
        }
    }

    /// # Safety
    /// All accumulators are initialised, and the places of the results can be written.
    pub(super) unsafe fn finish(at: *const u8, out: *mut u8, stride: isize, n: usize, count: usize) {
        // SAFETY: `Fold`: `n` accumulators, and room for as many results.
        let result = |i: usize| R::finish(unsafe { at.cast::<R::Acc>().add(i).read() }, count);
        if stride == size_of::<R::Out>() as isize {
            // SAFETY: the same; here they are adjacent.
            return (0..n).for_each(|i| unsafe { out.cast::<R::Out>().add(i).write(result(i)) });
        }
        if size_of::<R::Out>() <= size_of::<[f64; 2]>() {
            // SAFETY: whoever calls says so.
            return unsafe { Self::finish_apart(result, out, stride, n) };
        }
        // SAFETY: there is room for `n` results.
        (0..n).for_each(|i| unsafe { out.offset(stride * i as isize).cast::<R::Out>().write(result(i)) });
    }

    /// Writes so many small results that lie apart, some lanes at a time: beside such stores LLVM makes no vectors of
    /// what they take, such as the divisions of means.
    ///
    /// # Safety
    /// The places of the results can be written.
    #[inline(never)]
    unsafe fn finish_apart(result: impl Fn(usize) -> R::Out, out: *mut u8, stride: isize, n: usize) {
        let mut lanes = [const { MaybeUninit::uninit() }; LANES];
        for start in (0..n).step_by(LANES) {
            let lanes = &mut lanes[..LANES.min(n - start)];
            lanes.iter_mut().enumerate().for_each(|(lane, to)| _ = to.write(result(start + lane)));
            for (lane, from) in lanes.iter().enumerate() {
                // SAFETY: there is room for `n` results, and those of these lanes have just been written.
                unsafe { out.offset(stride * (start + lane) as isize).cast::<R::Out>().write(from.assume_init_read()) };
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
