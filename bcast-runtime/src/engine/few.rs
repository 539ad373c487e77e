//! A reduction by a loop without lanes or levels, for which there is nothing to prepare: of a few elements, end to end,
//! or of rows and columns, each of which is taken from its first element on. Of each expression a few are only lifted;
//! what joins them is compiled once for each reduction.

use super::cursor::{Cursor, DOWN};
use super::erased::{Erased, Order};
use super::streams::{AnyAxis, Reads};
use super::tuning::{FEW_ALONE, LEAF_ROWS, WIDE_FEW};
use crate::ops::reduce::{Folded, Reducer};
use crate::simd::SimdToken;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Reduces so many rows and columns.
///
/// # Safety
/// 1. and 2. of [`Kernel`](super::kernel::Kernel) for `f` and `inputs`; each operand is one value, or lies as the loop
///    says. There is room for the results, side by side.
pub(super) type Loop =
    unsafe fn(f: *const u8, inputs: *const Cursor, sizes: (usize, usize), order: Order, out: *mut u8);

/// The loops of an element function.
#[derive(Clone, Copy)]
pub struct Few {
    /// At most [`FEW_ALONE`] elements, end to end: all are lifted before any are joined.
    pub(super) end_to_end: Loop,
    /// Any number of rows along them, or across, where they are a [leaf](LEAF_ROWS), at most [`FEW_ALONE`] columns:
    /// each element joins those before it. Rows lie where cursors lead, and the elements of each follow each other.
    pub(super) in_order: Loop,
}

impl Few {
    /// The loop that takes so many rows and columns in order, if that is the better one.
    #[inline(always)]
    pub(super) fn in_order(self, order: Order, (rows, columns): (usize, usize)) -> Option<Loop> {
        let is_better = match order {
            Order::Halves => false,
            Order::Along => true,
            Order::Across => rows <= LEAF_ROWS && columns >= WIDE_FEW,
        };
        is_better.then_some(self.in_order)
    }
}

/// What has such loops, or not.
pub trait OfFew {
    #[doc(hidden)]
    const FEW: Option<Few> = None;
}
impl OfFew for () {}

/// Of operands `L`, whose elements `F` lifts.
pub struct FewOf<R, L, F>(PhantomData<(R, L, F)>);
impl<R: Reducer, L: Reads, F: Fn(SimdToken, L::Elems) -> Folded<R>> OfFew for FewOf<R, L, F> {
    // Accumulators lie on the stack, and so does the result.
    const FEW: Option<Few> = if size_of::<R::Acc>() <= 64 && size_of::<R::Out>() <= 64 {
        Some(Few { end_to_end: Self::end_to_end, in_order: Self::in_order })
    } else {
        None
    };
}

/// Accumulators on the stack, none of them initialised.
type Accs<R> = [MaybeUninit<<R as Reducer>::Acc>; FEW_ALONE];

impl<R: Reducer, L: Reads, F: Fn(SimdToken, L::Elems) -> Folded<R>> FewOf<R, L, F> {
    /// # Safety
    /// As for [`Loop`].
    unsafe fn end_to_end(f: *const u8, inputs: *const Cursor, sizes: (usize, usize), order: Order, out: *mut u8) {
        let len = sizes.0 * sizes.1;
        debug_assert!((1..=FEW_ALONE).contains(&len));
        // SAFETY: kernel 1: `f` points at a closure of this type; kernel 2: a cursor for each operand.
        let (f, first) = unsafe { (&*f.cast::<F>(), L::start(inputs)) };
        let mut accs: Accs<R> = [const { MaybeUninit::uninit() }; FEW_ALONE];
        for (lane, acc) in accs[..len].iter_mut().enumerate() {
            // SAFETY: `Loop`: there are so many lanes.
            acc.write(unsafe { Self::lift(f, first, lane) });
        }
        // SAFETY: so many have been written; `Loop`: there is room for the results.
        unsafe { Erased::<R>::few(accs.as_mut_ptr().cast(), sizes, order, out) };
    }

    /// # Safety
    /// As for [`Loop`].
    unsafe fn in_order(f: *const u8, inputs: *const Cursor, sizes: (usize, usize), order: Order, out: *mut u8) {
        // SAFETY: kernel 1: `f` points at a closure of this type; kernel 2: a cursor for each operand.
        let (f, first) = unsafe { (&*f.cast::<F>(), L::start(inputs)) };
        let ((rows, columns), out) = (sizes, out.cast::<R::Out>());
        // SAFETY: `Loop`: there are so many rows.
        let row = |row: usize| unsafe { L::advance::<AnyAxis>(first, inputs, DOWN, row) };
        // SAFETY: `Loop`: rows have so many lanes; there is room for the results.
        unsafe {
            if order == Order::Along {
                for at in 0..rows {
                    let from = row(at);
                    let join = |acc: R::Acc, lane: usize| R::join(acc, Self::lift(f, from, lane));
                    out.add(at).write(R::finish((0..columns).fold(R::identity(), join), columns));
                }
                return;
            }
            let mut accs: Accs<R> = [const { MaybeUninit::uninit() }; FEW_ALONE];
            let accs = &mut accs[..columns];
            accs.iter_mut().for_each(|acc| _ = acc.write(R::identity()));
            for from in (0..rows).map(row) {
                for (lane, acc) in accs.iter_mut().enumerate() {
                    acc.write(R::join(acc.assume_init_read(), Self::lift(f, from, lane)));
                }
            }
            for (lane, acc) in accs.iter().enumerate() {
                out.add(lane).write(R::finish(acc.assume_init_read(), rows));
            }
        }
    }

    /// The element of a lane as an accumulator.
    ///
    /// # Safety
    /// 2 of [`Reads`].
    #[inline(always)]
    unsafe fn lift(f: &F, from: L::Pointers, lane: usize) -> R::Acc {
        let t = SimdToken::new(cfg!(target_arch = "aarch64"));
        // SAFETY: whoever calls says so.
        R::one(f(t, unsafe { L::load::<AnyAxis>(t, from, lane) }).0)
    }
}
