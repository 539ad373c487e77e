//! `x .^ y`.

use super::checks;
use crate::math;
use crate::simd::SimdToken;
use std::ops::{Div, Mul};

/// `x .^ N` with a literal `N` from 0 on: repeated multiplication, so `x .^ 2` is exactly `x * x`.
///
/// Of all types that multiply and have a 1. Anything to the power 0 is 1, NaN too. Each multiplication rounds, or
/// overflows, as `.*` does.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// assert_eq!(bcast!(array![-3, 4] .^ 2), array![9, 16]);
/// assert_eq!(bcast!(array![0.5, f64::NAN] .^ 0), array![1.0, 1.0]);
/// assert_eq!(bcast!(2 .* array![1.0, 2.0].^3 .- 1), array![1.0, 15.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: there is no power of `{Self}`",
    label = "`{Self}` cannot be multiplied by itself"
)]
pub trait LiteralPower: Sized {
    /// `self` to the power `N`, which is above 0.
    fn literal_power<const N: u32>(self) -> Self;
}
#[diagnostic::do_not_recommend]
impl<T: Copy + Mul<Output = T>> LiteralPower for T {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn literal_power<const N: u32>(self) -> T {
        const { assert!(N > 0) };
        let (mut power, mut square, mut rest) = (self, self, N - 1);
        while rest > 0 {
            if rest & 1 == 1 {
                power = power * square;
            }
            rest >>= 1;
            // Not when it is no longer needed: the square of an integer may overflow where the power does not.
            if rest > 0 {
                square = square * square;
            }
        }
        power
    }
}

/// `x .^ -N` with a literal: the reciprocal of `x .^ N`.
///
/// Of floats and complex numbers. 0 gives an infinity, of an even `N` always ∞.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// assert_eq!(bcast!(array![2.0, -0.0, f64::INFINITY] .^ -2), array![0.25, f64::INFINITY, 0.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` has no negative powers",
    label = "a negative power of `{Self}`",
    note = "convert first: `f64.(x) .^ -1`"
)]
pub trait NegativePower: Sized {
    /// `self` to the power `-N`.
    fn negative_power<const N: u32>(self) -> Self;
}

macro_rules! negative {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl NegativePower for $t {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn negative_power<const N: u32>(self) -> $t {
                one_over(self.literal_power::<N>())
            }
        }
    )*};
}
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
fn one_over<T: super::Adopt<1> + Div<Output = T>>(x: T) -> T {
    T::adopt() / x
}
negative! { f32 f64 }
#[cfg(feature = "complex")]
negative! { num_complex::Complex<f32> num_complex::Complex<f64> }

/// `x .^ y`: [`powf`](super::Powf) for a float exponent, [`powi`](super::Powi) for an `i32`, `pow` of integers for a
/// `u32`, which overflows as `.*` does.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// assert_eq!(bcast!(array![4.0, 8.0] .^ array![0.5, -1.0]), array![2.0, 0.125]);
/// assert_eq!(bcast!(2.0 .^ array![-1_i32, 3]), array![0.5, 8.0]);
/// assert_eq!(bcast!(3 .^ array![0_u32, 4]), array![1, 81]);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: there is no `{Self} .^ {B}`",
    label = "`{Self}` to the power of `{B}`",
    note = "floats take an exponent of their own type or `i32`, integers take `u32` or a literal: convert it with \
            `i32.(n)` or `u32.(n)`"
)]
pub trait Power<B, C>: Sized {
    /// Raises `base` to the power `exponent`.
    fn power(exponent: B, base: Self, t: SimdToken) -> C;
}

#[diagnostic::do_not_recommend]
impl<A: HasPower<B, C>, B, C> Power<B, C> for A {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    fn power(exponent: B, base: A, t: SimdToken) -> C {
        A::power_of(exponent, base, t)
    }
}
/// What has powers. As in [`super::functions`], rustc would show an implementation of [`Power`] per type.
pub trait HasPower<B, C>: Sized {
    /// Raises `base` to the power `exponent`.
    fn power_of(exponent: B, base: Self, t: SimdToken) -> C;
}

macro_rules! float_powers {
    ($($t:ty)*) => {$(
        impl HasPower<$t, $t> for $t {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn power_of(exponent: $t, base: $t, t: SimdToken) -> $t {
                math::powf(base, exponent, t)
            }
        }
    )*};
}
float_powers! { f32 f64 }

macro_rules! powers {
    ($($base:ty, $exponent:ty: $method:ident;)*) => {$(
        impl HasPower<$exponent, $base> for $base {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn power_of(exponent: $exponent, base: $base, _: SimdToken) -> $base {
                base.$method(exponent)
            }
        }
    )*};
}
powers! {
    f32, i32: powi; f64, i32: powi;
}
macro_rules! integer_powers {
    ($($t:ident)*) => {$(
        impl HasPower<u32, $t> for $t {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[track_caller]
            fn power_of(exponent: u32, base: $t, _: SimdToken) -> $t {
                if cfg!(debug_assertions) && base.checked_pow(exponent).is_none() {
                    checks::product_overflows();
                }
                base.pow(exponent)
            }
        }
    )*};
}
integer_powers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
#[cfg(feature = "complex")]
powers! {
    num_complex::Complex<f32>, f32: powf; num_complex::Complex<f64>, f64: powf;
    num_complex::Complex<f32>, i32: powi; num_complex::Complex<f64>, i32: powi;
    num_complex::Complex<f32>, num_complex::Complex<f32>: powc; num_complex::Complex<f64>, num_complex::Complex<f64>: powc;
}
