//! Runs of equal values: what derivatives of `cummax` and `cummin` are written with.
//!
//! What runs along is a staircase. Each of its steps gives what arrives there to the elements that are as large as it
//! is, in equal shares: to all of them up to where it arrives.
//!
//! ```text
//! x                       1  3  3  2  3  5
//! r = cummax[0](x)        1  3  3  3  3  5
//! equals so far           1  1  2  2  3  1      tied: along the axis, counted anew for each step
//! what arrives            a  b  c  d  e  f
//! a share of it           a  b c/2 d/2 e/3 f
//! summed                  a  b+c/2+d/2+e/3 c/2+d/2+e/3 .. e/3 f      shares: from the end, summed anew for each step
//! x gets, where it is r   a  b+c/2+d/2+e/3 c/2+d/2+e/3 0 e/3 f
//! ```
//! Where there was nothing but NaN, all of it is lost.

use crate::lane_room::Together;
use crate::ops::reduce::{Folded, Reducer};
use crate::ops::scan::Scanner;
use std::marker::PhantomData;
use std::ops::Add;

/// A value, and a sum over places in a row that have it.
#[derive(Clone, Copy, Debug)]
pub struct Run<T, S> {
    pub(crate) value: T,
    pub(crate) sum: S,
}

/// A number whose runs are summed.
pub trait Steps: Copy + Send + Sync + PartialEq + Add<Output = Self> + 'static {
    #[doc(hidden)]
    const NONE: Self;
    #[doc(hidden)]
    fn divided(self, by: usize) -> Self;
}
/// What is summed in a run.
pub trait InRun: Copy + Send + Sync + Add<Output = Self> {
    #[doc(hidden)]
    const ZERO: Self;
}
impl InRun for usize {
    const ZERO: usize = 0;
}
macro_rules! steps {
    ($($t:ident)*) => {$(
        impl Steps for $t {
            const NONE: $t = $t::NAN;
            #[inline(always)]
            fn divided(self, by: usize) -> $t {
                self / by as $t
            }
        }
        impl InRun for $t {
            const ZERO: $t = 0.0;
        }
    )*};
}
steps! { f32 f64 }

/// Joins sums of one value; another value begins anew. One that is NaN is no place of a run.
pub struct Running<T, S>(PhantomData<(T, S)>);
#[allow(clippy::eq_op)] // NaN alone is not equal to itself
impl<T: Steps, S: InRun> Reducer for Running<T, S> {
    type Lifted = Run<T, S>;
    type Acc = Run<T, S>;
    type Room = Together;
    type Out = Run<T, S>;
    const OF_NOTHING: bool = true;
    #[inline(always)]
    fn identity() -> Run<T, S> {
        Run { value: T::NONE, sum: S::ZERO }
    }
    #[inline(always)]
    fn nothing() -> Run<T, S> {
        Self::identity()
    }
    #[inline(always)]
    fn one(lifted: Run<T, S>) -> Run<T, S> {
        lifted
    }
    #[inline(always)]
    fn join(a: Run<T, S>, b: Run<T, S>) -> Run<T, S> {
        if b.value != b.value {
            a
        } else if a.value == b.value {
            Run { value: b.value, sum: a.sum + b.sum }
        } else {
            b
        }
    }
    #[inline(always)]
    fn finish(acc: Run<T, S>, _: usize) -> Run<T, S> {
        acc
    }
}

macro_rules! running {
    ($($(#[$doc:meta])* $name:ident $method:ident $by:ident $sum:ident $from_the_end:literal;)*) => {$(
        $(#[$doc])*
        pub trait $name: Copy + Send {
            /// The element as it is.
            #[inline(always)]
            fn $method(x: Self) -> Self {
                x
            }
            /// How its elements join.
            type By: Scanner<Self>;
            #[doc(hidden)]
            fn by(_: PhantomData<Self>) -> Self::By;
        }
        impl<T: Steps + InRun> $name for Run<T, $sum> {
            type By = $by<T>;
            fn by(_: PhantomData<Self>) -> $by<T> {
                $by(PhantomData)
            }
        }
        /// Joins elements so.
        pub struct $by<T>(PhantomData<T>);
        impl<T: Steps + InRun> Scanner<Run<T, $sum>> for $by<T> {
            type Reducer = Running<T, $sum>;
            const FROM_THE_END: bool = $from_the_end;
            #[inline(always)]
            fn lift(x: Run<T, $sum>) -> Folded<Running<T, $sum>> {
                Folded(x)
            }
        }
    )*};
}
running! {
    /// How many elements so far are as large as what runs along.
    Tied tied Counted usize false;
    /// What has arrived from the end, in shares.
    Shares shares SharedBack T true;
}

/// Begins to count: an element, and what runs along.
pub trait Tie: Steps {
    /// One if it is that.
    #[inline(always)]
    fn tie(running: Self, x: Self) -> Run<Self, usize> {
        Run { value: running, sum: usize::from(x == running) }
    }
}
impl<T: Steps> Tie for T {}

/// Divides what arrives among those that are equal so far.
pub trait Share: Steps {
    /// The share of one.
    #[inline(always)]
    fn share(tied: Run<Self, usize>, g: Self) -> Run<Self, Self> {
        Run { value: tied.value, sum: g.divided(tied.sum) }
    }
}
impl<T: Steps> Share for T {}

/// What an element gets that is as large as what runs along.
pub trait Shared {
    /// A number.
    type Of;
    /// All that has arrived.
    fn shared(shares: Self) -> Self::Of;
}
impl<T: Steps> Shared for Run<T, T> {
    type Of = T;
    #[inline(always)]
    fn shared(shares: Self) -> T {
        shares.sum
    }
}
