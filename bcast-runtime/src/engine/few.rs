//! A reduction of a few elements, end to end: a loop without vectors, lanes or levels, for which there is nothing to
//! prepare. Of each expression it only lifts the elements; what joins them is compiled once for each reduction.

use super::cursor::Cursor;
use super::erased::{Erased, Order};
use super::streams::{AnyAxis, Reads};
use super::tuning::FEW_ALONE;
use crate::ops::reduce::{Folded, Reducer};
use crate::simd::SimdToken;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Reduces so many rows and columns, at most [`FEW_ALONE`] elements.
///
/// # Safety
/// 1. and 2. of [`Kernel`](super::kernel::Kernel) for `f` and `inputs`; each operand is one value, or has all elements
///    end to end. There is room for the results, side by side.
pub(crate) type Few = unsafe fn(f: *const u8, inputs: *const Cursor, sizes: (usize, usize), order: Order, out: *mut u8);

/// What has such a function, or not.
pub trait OfFew {
    #[doc(hidden)]
    const FEW: Option<Few> = None;
}
impl OfFew for () {}

/// Of operands `L`, whose elements `F` lifts.
pub struct FewOf<R, L, F>(PhantomData<(R, L, F)>);
impl<R: Reducer, L: Reads, F: Fn(SimdToken, L::Elems) -> Folded<R>> OfFew for FewOf<R, L, F> {
    // Accumulators lie on the stack, and so does the result.
    const FEW: Option<Few> =
        if size_of::<R::Acc>() <= 64 && size_of::<R::Out>() <= 64 { Some(Self::few) } else { None };
}

impl<R: Reducer, L: Reads, F: Fn(SimdToken, L::Elems) -> Folded<R>> FewOf<R, L, F> {
    /// # Safety
    /// As for [`Few`].
    unsafe fn few(f: *const u8, inputs: *const Cursor, sizes: (usize, usize), order: Order, out: *mut u8) {
        let len = sizes.0 * sizes.1;
        debug_assert!((1..=FEW_ALONE).contains(&len));
        // SAFETY: kernel 1: `f` points at a closure of this type; kernel 2: a cursor for each operand.
        let (f, first) = unsafe { (&*f.cast::<F>(), L::start(inputs)) };
        let t = SimdToken::new(cfg!(target_arch = "aarch64"));
        let mut accs = [const { MaybeUninit::<R::Acc>::uninit() }; FEW_ALONE];
        for (lane, acc) in accs[..len].iter_mut().enumerate() {
            // SAFETY: `Few`: there are so many lanes.
            acc.write(R::one(f(t, unsafe { L::load::<AnyAxis>(t, first, lane) }).0));
        }
        // SAFETY: so many have been written; `Few`: there is room for the results.
        unsafe { Erased::<R>::few(accs.as_mut_ptr().cast(), sizes, order, out) };
    }
}
