//! Ranges backwards and in steps: `(0..n).rev()`, `(0..n).step_by(2)`, and both of it.
//!
//! The iterators of `std` do not show their bounds, but copies of them tell the first elements and how many there are.

use super::lanes::{Computed, Positions, Unfilled};
use super::linear::{Linear, line};
use super::range::Count;
use super::{Leaf, Operand};
use crate::rank::Full;
use ndarray::Ix1;
use std::iter::{Rev, StepBy};
use std::ops::{Range, RangeInclusive};

/// An iterator whose integers lie one step apart, and whose `nth` does not go through them.
pub trait Stepping: Iterator<Item: Count> + Clone + Sync {}
impl<T: Count> Stepping for Range<T> where Range<T>: Iterator<Item = T> {}
impl<T: Count> Stepping for RangeInclusive<T> where RangeInclusive<T>: Iterator<Item = T> {}
impl<I: Stepping + DoubleEndedIterator> Stepping for Rev<I> {}
impl<I: Stepping> Stepping for StepBy<I> {}

/// The first integer, and the step to the next one.
#[inline(always)]
fn first_and_step<I: Stepping>(iterator: &I) -> Option<(I::Item, I::Item)> {
    let mut iterator = iterator.clone();
    let first = iterator.next()?;
    let second = iterator.next().unwrap_or(first);
    Some((first, second.step_from(first)))
}

/// How many integers are left.
#[inline]
fn len<I: Stepping>(iterator: &I) -> usize {
    match iterator.size_hint() {
        (len, Some(most)) if len == most => len,
        _ => unknown_len(),
    }
}

/// `std` counts up to `usize::MAX`, and says of longer ranges, and of steps through them, no more than that.
#[cold]
fn unknown_len() -> ! {
    panic!("bcast!: more integers than an array can have, backwards or in steps: write `bcast::steps(first, step, n)`")
}

macro_rules! stepping {
    ($($iterator:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<I> Operand for $iterator<I>
        where
            $iterator<I>: Stepping,
        {
            type Elem = <Self as Iterator>::Item;
            type Rank = Full<Ix1>;
            type Leaf<'a>
                = Leaf<'a, Self::Elem, Full<Ix1>>
            where
                Self: 'a;
            #[inline]
            fn leaf(&self) -> Leaf<'_, Self::Elem, Full<Ix1>> {
                line(self, len(self))
            }
        }

        impl<I> Computed for $iterator<I>
        where
            $iterator<I>: Stepping,
        {
            type Elem = <Self as Iterator>::Item;
            #[inline(always)]
            fn element(&self, position: isize) -> Self::Elem {
                let (first, step) = first_and_step(self).expect("there is an element at each position");
                first.moved(step, position)
            }
            #[inline(always)]
            fn elements(&self, positions: Positions, out: &mut Unfilled<Self::Elem>) {
                let (first, step) = first_and_step(self).expect("there is an element at each position");
                first.push(step, positions, out);
            }
        }
    )*};
}
stepping! { Rev StepBy }
