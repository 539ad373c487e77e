//! Integer ranges: rank-1 operands with no array behind them, computed lane by lane.

use super::lanes::Computed;
use super::{Leaf, Operand, OperandAxes, RawOperand};
use crate::rank::Full;
use ndarray::Ix1;
use std::ops::{Range, RangeInclusive};

/// An integer that can be counted from: ranges of it are operands.
#[diagnostic::on_unimplemented(
    message = "bcast!: a range of `{Self}` cannot be an operand",
    label = "not a range of integers",
    note = "count in integers and convert: `f64.((0..10))`"
)]
pub trait Count: Copy + Sync + PartialOrd {
    #[doc(hidden)]
    fn nth(self, n: isize) -> Self;
    /// The steps from `self` up to `end`, if it is not below.
    #[doc(hidden)]
    fn steps_to(self, end: Self) -> Option<usize>;
}

macro_rules! counts {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Count for $t {
            #[inline]
            fn nth(self, n: isize) -> $t {
                self.wrapping_add(n as $t)
            }
            #[inline]
            fn steps_to(self, end: $t) -> Option<usize> {
                (self <= end).then(|| usize::try_from(end.abs_diff(self)).unwrap_or(usize::MAX))
            }
        }
    )*};
}
counts! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

#[diagnostic::do_not_recommend]
impl<T: Count> Operand for Range<T> {
    type Elem = T;
    type Rank = Full<Ix1>;
    #[inline]
    fn leaf(&self) -> Leaf<'_, T, Full<Ix1>> {
        counting(self, self.start.steps_to(self.end).unwrap_or(0))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Count> Operand for RangeInclusive<T> {
    type Elem = T;
    type Rank = Full<Ix1>;
    #[inline]
    fn leaf(&self) -> Leaf<'_, T, Full<Ix1>> {
        // A range that has been iterated to its end is empty, though its bounds are not.
        let steps = if self.is_empty() { None } else { self.start().steps_to(*self.end()) };
        counting(self, steps.map_or(0, |steps| steps.saturating_add(1)))
    }
}

impl<T: Count> Computed for Range<T> {
    type Elem = T;
    #[inline]
    fn element(&self, position: isize) -> T {
        self.start.nth(position)
    }
    const COUNTS: bool = true;
}

impl<T: Count> Computed for RangeInclusive<T> {
    type Elem = T;
    #[inline]
    fn element(&self, position: isize) -> T {
        self.start().nth(position)
    }
    const COUNTS: bool = true;
}

fn counting<C: Computed<Elem: Count>>(range: &C, len: usize) -> Leaf<'_, C::Elem, Full<Ix1>> {
    // SAFETY: a range computes an element for any position, of the leaf's type, which is `Copy + Sync`; it has one
    // axis.
    unsafe { Leaf::new(RawOperand::computed(range, size_of::<C::Elem>(), OperandAxes::line(len))) }
}
