//! What derivatives are written with beside the operators and functions of formulas. Only `#[grad(..)]` writes these.

use crate::ops::reduce::{Folded, Reducer, Sum, lifted_to_accumulators, reduction};
use crate::ops::scan::Scanner;
use crate::ops::{Index, Powf, Powi};
use crate::simd::SimdToken;
use std::marker::PhantomData;
use std::ops::Add;

/// What is summed: more than has derivatives, so that an operand without them is one error.
pub trait Summed: Sum<Reducer: Reducer<Out = Self>> + Copy + Send + Sync + Add<Output = Self> {}
impl<T: Sum<Reducer: Reducer<Out = T>> + Copy + Send + Sync + Add<Output = T>> Summed for T {}

macro_rules! differentiable {
    ($($t:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl PowerSlope<$t> for $t {
            #[inline(always)]
            fn power_slope(n: $t, x: $t, t: SimdToken) -> $t {
                let power: $t = Powf::powf(n - 1.0, x, t);
                if n == 0.0 { 0.0 } else { n * power }
            }
        }
        #[diagnostic::do_not_recommend]
        impl PowerSlope<i32> for $t {
            #[inline(always)]
            fn power_slope(n: i32, x: $t, t: SimdToken) -> $t {
                let power: $t = Powi::powi(n.wrapping_sub(1), x, t);
                if n == 0 { 0.0 } else { n as $t * power }
            }
        }
        impl Reducer for Weighing<$t> {
            lifted_to_accumulators!();
            type Acc = $t;
            type Out = $t;
            const OF_NOTHING: bool = false;
            const OF_COUNT: bool = true;
            #[inline(always)]
            fn identity() -> $t {
                0.0
            }
            #[inline(always)]
            fn join(a: $t, _: $t) -> $t {
                a
            }
            #[inline(always)]
            fn finish(_: $t, count: usize) -> $t {
                1.0 / count as $t
            }
        }
        #[diagnostic::do_not_recommend]
        impl Weight for $t {
            type Reducer = Weighing<$t>;
            #[inline(always)]
            fn weight(_: $t) -> Folded<Weighing<$t>> {
                Folded(0.0)
            }
        }
        impl Reducer for WeighingInAll<$t> {
            lifted_to_accumulators!();
            type Acc = $t;
            type Out = $t;
            const OF_NOTHING: bool = false;
            #[inline(always)]
            fn identity() -> $t {
                0.0
            }
            #[inline(always)]
            fn join(a: $t, b: $t) -> $t {
                if a < b { b } else { a }
            }
            #[inline(always)]
            fn finish(one: $t, count: usize) -> $t {
                one / count as $t
            }
        }
        #[diagnostic::do_not_recommend]
        impl WeightInAll for $t {
            type Reducer = WeighingInAll<$t>;
            #[inline(always)]
            fn weight_in_all(weight: $t) -> Folded<WeighingInAll<$t>> {
                Folded(weight)
            }
        }
    )*};
}
differentiable! { f32 f64 }

/// A value of the type of another.
pub trait Like<T> {
    /// The value.
    fn like(of: T, value: Self) -> T;
}
impl<T> Like<T> for T {
    #[inline(always)]
    fn like(_: T, value: T) -> T {
        value
    }
}

/// The derivative of a power with respect to its base; that of the power 0 is 0.
pub trait PowerSlope<N>: Sized {
    /// `n * x^(n - 1)`
    fn power_slope(n: N, x: Self, t: SimdToken) -> Self;
}

/// The derivative of a conversion, which goes back to the type of what was converted.
#[diagnostic::on_unimplemented(
    message = "bcast!: no derivative of a conversion of `{T}` to `{Self}`",
    label = "derivatives go back through conversions among `f32` and `f64`"
)]
pub trait Back<T> {
    /// `value` as a `T`.
    fn back(of: T, value: Self) -> T;
}
macro_rules! back {
    ($($t:ident: $($to:ident)*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl Back<$to> for $t {
            #[inline(always)]
            fn back(_: $to, value: $t) -> $to {
                value as $to
            }
        }
    )*)*};
}
back! { f32: f32 f64; f64: f32 f64; }

/// Where an index finds an element.
pub trait Position: Index + Sized {
    /// The index; one below 0 is larger than any size.
    #[inline(always)]
    fn position(index: Self) -> usize {
        index.index().place()
    }
}
impl<I: Index> Position for I {}

/// An index that is moved by an integer, around the ends of its type: where the call has it overflow, it fails before.
pub trait Moved: Index {
    /// `index + by`
    fn ahead(by: Self, index: Self) -> Self;
    /// `index - by`
    fn behind(by: Self, index: Self) -> Self;
}
macro_rules! moved {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Moved for $t {
            #[inline(always)]
            fn ahead(by: $t, index: $t) -> $t {
                index.wrapping_add(by)
            }
            #[inline(always)]
            fn behind(by: $t, index: $t) -> $t {
                index.wrapping_sub(by)
            }
        }
    )*};
}
moved! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

/// The sum of each element and all behind it along an axis.
pub trait SumBack: Copy + Send {
    /// The element as it is.
    #[inline(always)]
    fn sum_back(x: Self) -> Self {
        x
    }
    /// How its elements join.
    type By: Scanner<Self>;
    #[doc(hidden)]
    fn by(_: PhantomData<Self>) -> Self::By;
}
impl<T: Summed> SumBack for T {
    type By = SummedBack;
    fn by(_: PhantomData<T>) -> SummedBack {
        SummedBack
    }
}
/// Joins elements so.
pub struct SummedBack;
impl<T: Summed> Scanner<T> for SummedBack {
    type Reducer = T::Reducer;
    const FROM_THE_END: bool = true;
    #[inline(always)]
    fn lift(x: T) -> Folded<T::Reducer> {
        T::sum(x)
    }
}

/// The reducer of [`Weight`].
pub struct Weighing<T>(PhantomData<T>);
reduction! {
    /// What an element weighs in the mean of all: 1 by their number.
    Weight weight
}

/// The reducer of [`WeightInAll`].
pub struct WeighingInAll<T>(PhantomData<T>);
reduction! {
    /// The same of elements of which each stands for equally many, from what one of these weighs in their mean.
    WeightInAll weight_in_all
}
