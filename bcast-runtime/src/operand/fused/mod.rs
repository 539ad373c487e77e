//! Expressions as operands: their element function is computed in whoever reads them.

mod reads;

use super::reads::{AnyAxis, Computation, Filled, Reads, Tree};
use super::{Along, Inputs, Lies, Mappable, OperandAxes, RawOperand};
use crate::cursor::Cursor;
use crate::rank::{Rank, Varies};
use crate::simd::SimdToken;
use std::marker::PhantomData;
use std::ptr::NonNull;

/// An expression: operands, and what is computed of one element of each.
///
/// # Safety
/// 1. `each` pushes the operands of `Leaves`, in order, with elements of these types.
/// 2. `compute` may be called on any thread, and calls nothing but a function that is `Sync`.
pub unsafe trait Computes {
    /// What it gives.
    type Elem;
    /// What it reads.
    type Leaves: Reads;
    /// What its function takes, and that of the expressions inside.
    const COMPUTATION: Computation;
    /// Whether its sizes follow from more than its operands.
    const SAYS_SIZES: bool;
    /// Its sizes.
    fn sizes(&self) -> &[usize];
    /// Its operands.
    fn each<'s>(&'s self, push: &mut impl FnMut(RawOperand<'s>));
    /// One element.
    fn compute(&self, t: SimdToken, elements: <Self::Leaves as Reads>::Elems) -> Self::Elem;
}

/// The reach of an expression that lies as it was made.
pub(crate) const AS_MADE: usize = usize::MAX;

/// The leaf of an expression: passes read the operands inside of it, and the function itself as one more value.
/// `REACH` is as of other leaves with a map, 0 along axes of which types know nothing, or [`AS_MADE`].
///
/// Invariants:
/// 1. It points at an expression that is lent for `'a`.
pub struct Fused<'a, X, R, const REACH: usize> {
    of: NonNull<X>,
    along: Along,
    lent: PhantomData<&'a ()>,
    rank: PhantomData<fn() -> R>,
}

impl<X, R, const REACH: usize> Clone for Fused<'_, X, R, REACH> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X, R, const REACH: usize> Copy for Fused<'_, X, R, REACH> {}

impl<'a, X: Computes, R> Fused<'a, X, R, AS_MADE> {
    /// An expression as it is.
    #[inline]
    pub(crate) fn new(of: &'a X) -> Self {
        Fused { of: NonNull::from(of), along: Along::Same, lent: PhantomData, rank: PhantomData }
    }
}

impl<'a, X: Computes, R: Rank, const REACH: usize> Fused<'a, X, R, REACH> {
    /// Its sizes if it says them, its function, and its operands.
    #[inline]
    pub(super) fn each_raw(self, push: &mut impl FnMut(RawOperand<'a>)) {
        self.push_as(self.along, REACH != AS_MADE, push);
    }

    #[inline]
    fn push_as(self, along: Along, is_turned: bool, push: &mut impl FnMut(RawOperand<'a>)) {
        // SAFETY: invariant 1: the expression is lent.
        let of: &X = unsafe { self.of.as_ref() };
        let rank = R::NDIM.unwrap_or_else(|| of.sizes().len());
        // SAFETY: invariant 1: whatever the expression lends, it lends for `'a`.
        let mut push = |raw: RawOperand<'_>| push(unsafe { raw.lent() });
        let function = RawOperand::value(of);
        let function_of = OperandAxes::function(of.sizes()).along(along);
        if X::SAYS_SIZES {
            let axes = OperandAxes::sizes_without_elements(of.sizes()).along(along);
            // SAFETY: `()` has no bytes, so an element is at any place that is aligned.
            push(unsafe { RawOperand::memory(std::ptr::dangling::<()>(), axes) });
            push(function.with_axes(OperandAxes::inner));
        } else {
            push(function.with_axes(|_| function_of));
        }
        of.each(&mut |raw| {
            push(raw.with_axes(|own| if is_turned { own.inner_through(rank, along) } else { own.inner() }));
        });
    }
}

impl<X: Computes, R: Rank + Varies, const REACH: usize> Lies for Fused<'_, X, R, REACH> {
    type Rank = R;
    #[inline]
    fn lies(&self) -> Along {
        self.along
    }
    const TURNED: bool = REACH != AS_MADE;
    type Bare = Self;
    #[inline]
    fn bare(self) -> Self {
        self
    }
}

impl<'a, X: Computes, R: Rank + Varies> Mappable<'a> for Fused<'a, X, R, AS_MADE> {
    type Mapped<const REACH: usize> = Fused<'a, X, R, REACH>;
    type Turned = Fused<'a, X, R, 0>;
    #[inline]
    fn map<const REACH: usize>(self, along: Along) -> Fused<'a, X, R, REACH> {
        Fused { of: self.of, along, lent: PhantomData, rank: PhantomData }
    }
    #[inline]
    fn turn(self, along: Along) -> Fused<'a, X, R, 0> {
        self.map(along)
    }
    #[inline]
    fn push(self, along: Along, is_turned: bool, push: &mut impl FnMut(RawOperand<'a>)) {
        self.push_as(along, is_turned, push);
    }
}

// SAFETY: inputs 1: an expression of single values is computed of them.
unsafe impl<X: Computes, R: Rank + Varies, const REACH: usize> Inputs for Fused<'_, X, R, REACH> {
    type Elems = X::Elem;
    const SINGLE: bool = !R::VARIES;
    #[inline(always)]
    fn single(&self) -> Option<X::Elem> {
        if R::VARIES {
            return None;
        }
        let mut cursors = Filled::<Cursor, <Self as Tree>::Slots<Cursor>>::new();
        self.each_raw(&mut |raw| cursors.push(Cursor::new(raw.value_ptr(), [0, 0])));
        let cursors = cursors.as_slice().as_ptr();
        // SAFETY: `reads` 1 and 2: there is a cursor for each item, at a single value, which is lane 0.
        Some(unsafe { Self::load::<AnyAxis>(SimdToken::of_single_values(), Self::start(cursors), 0) })
    }
}
