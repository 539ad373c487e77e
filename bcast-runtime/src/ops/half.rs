//! `half::f16`: computed as `f32`, and rounded to `f16` after each step.
//!
//! Operators are those of the crate `half`, which does the same. A sum, difference, product, quotient or root of `f16`s
//! that is rounded to `f32` and then to `f16` has the bits of one that is rounded once, since an `f32` has more than
//! twice the digits. Functions round what that of `f32` gives; so do reductions, when all is accumulated.

use super::functions::*;
use super::reduce::{Adding, Averaging, Folded, Mean, Multiplying, Number, Prod, Reducer, Sum, lifted_to_accumulators};
use super::{Adopt, Convert, LiteralPower, NegativePower, power};
use crate::simd::SimdToken;
use ::half::f16;

/// The nearest `f16`.
pub(crate) fn nearest(x: f64) -> f16 {
    f16::from_f32(rounded_to_odd(x))
}

/// `2.5_f16`, which the compiler can compute.
#[inline]
pub fn literal(x: f64) -> f16 {
    f16::from_f32_const(rounded_to_odd(x))
}

/// Rounding that to an `f16` rounds `x` once.
#[inline]
fn rounded_to_odd(x: f64) -> f32 {
    let near = x as f32;
    let is_exact = f64::from(near) == x || x.is_nan();
    match () {
        () if is_exact || near.to_bits() & 1 == 1 => near,
        () if f64::from(near) < x => near.next_up(),
        () => near.next_down(),
    }
}

macro_rules! of_one {
    ($($name:ident $method:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl $name<f16> for f16 {
            #[inline]
            fn $method(x: f16, t: SimdToken) -> f16 {
                f16::from_f32($name::$method(f32::from(x), t))
            }
        }
    )*};
}
of_one! {
    Floor floor Ceil ceil Round round Trunc trunc Fract fract Sqrt sqrt Cbrt cbrt Recip recip Exp exp Exp2 exp2 ExpM1 exp_m1
    Ln ln Ln1p ln_1p Log2 log2 Log10 log10 Sin sin Cos cos Tan tan Asin asin Acos acos Atan atan Sinh sinh Cosh cosh
    Tanh tanh Asinh asinh Acosh acosh Atanh atanh ToDegrees to_degrees ToRadians to_radians
}

macro_rules! functions {
    ($($name:ident($($argument:ident)*);)*) => {$(
        impl $name::Of<$(functions!(@f16 $argument),)* f16> for f16 {
            #[inline]
            fn of($($argument: f16,)* x: f16, t: SimdToken) -> f16 {
                f16::from_f32($name::Of::of($(f32::from($argument),)* f32::from(x), t))
            }
        }
    )*};
    (@f16 $argument:ident) => { f16 };
}
functions! {
    abs(); signum(); erf(); erfc(); ln_gamma(); sigmoid();
    atan2(y); hypot(y); copysign(y); powf(y); rem_euclid(y); min(y); max(y); minimum(y); maximum(y); clamp(low high);
}
impl is_nan::Of<bool> for f16 {
    #[inline]
    fn of(x: f16, _: SimdToken) -> bool {
        x.is_nan()
    }
}
impl is_finite::Of<bool> for f16 {
    #[inline]
    fn of(x: f16, _: SimdToken) -> bool {
        x.is_finite()
    }
}
impl powi::Of<i32, f16> for f16 {
    #[inline]
    fn of(exponent: i32, x: f16, t: SimdToken) -> f16 {
        f16::from_f32(powi::Of::of(exponent, f32::from(x), t))
    }
}
impl mul_add::Of<f16, f16, f16> for f16 {
    #[inline]
    fn of(factor: f16, term: f16, x: f16, _: SimdToken) -> f16 {
        // The product is exact, and a sum that is not keeps what decides how it is rounded.
        nearest(f64::from(x) * f64::from(factor) + f64::from(term))
    }
}

impl power::HasPower<f16, f16> for f16 {
    #[inline]
    fn power_of(exponent: f16, base: f16, t: SimdToken) -> f16 {
        powf::Of::of(exponent, base, t)
    }
}
impl power::HasPower<i32, f16> for f16 {
    #[inline]
    fn power_of(exponent: i32, base: f16, t: SimdToken) -> f16 {
        powi::Of::of(exponent, base, t)
    }
}
#[diagnostic::do_not_recommend]
impl NegativePower for f16 {
    #[inline]
    fn negative_power<const N: u32>(self) -> f16 {
        f16::ONE / self.literal_power::<N>()
    }
}

#[diagnostic::do_not_recommend]
impl<const N: i128> Adopt<N> for f16 {
    const MISFIT: Option<&'static str> = {
        let size = N.unsigned_abs();
        let is_exact = size == 0 || (size < 1 << 16 && size >> size.trailing_zeros() < 1 << f16::MANTISSA_DIGITS);
        if is_exact { None } else { Some("bcast!: an integer literal is not exact in the type beside it, f16") }
    };
    #[inline]
    fn adopt() -> f16 {
        const { f16::from_f32_const(N as f32) }
    }
}

macro_rules! conversions {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Convert<$t> for f16 {
            #[inline]
            fn convert(self) -> $t {
                f32::from(self).convert()
            }
        }
        #[diagnostic::do_not_recommend]
        impl Convert<f16> for $t {
            #[inline]
            fn convert(self) -> f16 {
                // What is not exact as an `f32` is no finite `f16`.
                f16::from_f32(self.convert())
            }
        }
    )*};
}
conversions! { f32 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
#[diagnostic::do_not_recommend]
impl Convert<f64> for f16 {
    #[inline]
    fn convert(self) -> f64 {
        f64::from(self)
    }
}
#[diagnostic::do_not_recommend]
impl Convert<f16> for f64 {
    #[inline]
    fn convert(self) -> f16 {
        nearest(self)
    }
}
#[diagnostic::do_not_recommend]
impl Convert<f16> for f16 {
    #[inline]
    fn convert(self) -> f16 {
        self
    }
}
#[diagnostic::do_not_recommend]
impl Convert<f16> for bool {
    #[inline]
    fn convert(self) -> f16 {
        f16::from_f32(self.convert())
    }
}

impl Number for f16 {
    const LEAST: f16 = f16::NEG_INFINITY;
    const MOST: f16 = f16::INFINITY;
    const LOSES_MIN: f16 = f16::NAN;
    const LOSES_MAX: f16 = f16::NAN;
    #[inline(always)]
    fn is_nan(self) -> bool {
        self.is_nan()
    }
    #[inline(always)]
    fn is_negative(self) -> bool {
        self.is_sign_negative()
    }
    type Ranked = f32;
    #[inline(always)]
    fn ranked(self) -> f32 {
        self.to_f32()
    }
}

macro_rules! in_single {
    ($($reducer:ident $name:ident $method:ident;)*) => {$(
        impl Reducer for $reducer<f16> {
            lifted_to_accumulators!();
            type Acc = f32;
            type Out = f16;
            const OF_NOTHING: bool = <$reducer<f32> as Reducer>::OF_NOTHING;
            #[inline(always)]
            fn identity() -> f32 {
                $reducer::<f32>::identity()
            }
            #[inline(always)]
            fn join(a: f32, b: f32) -> f32 {
                $reducer::<f32>::join(a, b)
            }
            #[inline(always)]
            fn finish(acc: f32, count: usize) -> f16 {
                f16::from_f32($reducer::<f32>::finish(acc, count))
            }
        }
        #[diagnostic::do_not_recommend]
        impl $name for f16 {
            type Reducer = $reducer<f16>;
            #[inline(always)]
            fn $method(x: f16) -> Folded<$reducer<f16>> {
                Folded(f32::from(x))
            }
        }
    )*};
}
in_single! { Adding Sum sum; Multiplying Prod prod; Averaging Mean mean; }
