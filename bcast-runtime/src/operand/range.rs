//! Integer ranges: rank-1 operands with no array behind them, computed lane by lane.

use super::lanes::{Computed, Positions, Unfilled};
use super::linear::{Linear, line};
use super::{Leaf, Operand};
use crate::rank::Full;
use ndarray::Ix1;
use std::ops::{Range, RangeInclusive};

/// An integer that can be counted from: ranges of it are operands.
#[diagnostic::on_unimplemented(
    message = "bcast!: a range of `{Self}` cannot be an operand",
    label = "not a range of integers",
    note = "count in integers and convert: `f64.((0..10))`"
)]
pub trait Count: Linear + PartialOrd {
    #[doc(hidden)]
    const ONE: Self;
    /// The steps from `self` up to `end`, if it is not below.
    #[doc(hidden)]
    fn steps_to(self, end: Self) -> Option<usize>;
    /// The step from another one to this one.
    #[doc(hidden)]
    fn step_from(self, other: Self) -> Self;
}

macro_rules! counts {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Count for $t {
            const ONE: $t = 1;
            #[inline]
            fn steps_to(self, end: $t) -> Option<usize> {
                (self <= end).then(|| usize::try_from(end.abs_diff(self)).unwrap_or(usize::MAX))
            }
            #[inline]
            fn step_from(self, other: $t) -> $t {
                self.wrapping_sub(other)
            }
        }
    )*};
}
counts! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

#[diagnostic::do_not_recommend]
impl<T: Count> Operand for Range<T> {
    type Elem = T;
    type Rank = Full<Ix1>;
    type Leaf<'a>
        = Leaf<'a, T, Full<Ix1>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, T, Full<Ix1>> {
        line(self, self.start.steps_to(self.end).unwrap_or(0))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Count> Operand for RangeInclusive<T> {
    type Elem = T;
    type Rank = Full<Ix1>;
    type Leaf<'a>
        = Leaf<'a, T, Full<Ix1>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, T, Full<Ix1>> {
        // A range that has been iterated to its end is empty, though its bounds are not.
        let steps = if self.is_empty() { None } else { self.start().steps_to(*self.end()) };
        line(self, steps.map_or(0, |steps| steps.saturating_add(1)))
    }
}

impl<T: Count> Computed for Range<T> {
    type Elem = T;
    #[inline(always)]
    fn element(&self, position: isize) -> T {
        self.start.moved(T::ONE, position)
    }
    #[inline(always)]
    fn elements(&self, positions: Positions, out: &mut Unfilled<T>) {
        self.start.push(T::ONE, positions, out);
    }
    const COUNTS: bool = true;
}

impl<T: Count> Computed for RangeInclusive<T> {
    type Elem = T;
    #[inline(always)]
    fn element(&self, position: isize) -> T {
        self.start().moved(T::ONE, position)
    }
    #[inline(always)]
    fn elements(&self, positions: Positions, out: &mut Unfilled<T>) {
        self.start().push(T::ONE, positions, out);
    }
    const COUNTS: bool = true;
}
