//! The two float types: their constants, the layout of their bits, and arithmetic by level.

use super::select::Select;
use crate::simd::SimdToken;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// `f32` or `f64`.
pub(crate) trait Real:
    Select
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Whether it is `f32`.
    const SINGLE: bool;
    const INFINITY: Self;
    const NAN: Self;
    const MIN_POSITIVE: Self;
    const MAX: Self;
    /// ln 2 = `LN2_HI + LN2_LO`; the first has so few bits that its products with exponents are exact.
    const LN2_HI: Self;
    const LN2_LO: Self;
    /// log10 2, in the same way.
    const LOG10_2_HI: Self;
    const LOG10_2_LO: Self;
    /// Nearest floats to a number and to what is left of it.
    const LN2: (Self, Self);
    const LOG2_E: (Self, Self);
    const LOG10_E: (Self, Self);

    /// A constant that `f32` holds well enough.
    fn of(constant: f64) -> Self;
    /// A constant of its own for each type.
    fn pick(single: f32, double: f64) -> Self;
    /// The coefficients for this type.
    fn coefficients<'a>(single: &'a [f32], double: &'a [f64]) -> &'a [Self];
    fn abs(self) -> Self;
    /// Whether it is positive, normal and finite.
    #[inline(always)]
    fn is_ordinary(self) -> bool {
        (self >= Self::MIN_POSITIVE) & (self <= Self::MAX)
    }
    fn sqrt(self) -> Self;
    fn copysign(self, sign: Self) -> Self;
    /// `self * b + c`, rounded once where that is one instruction.
    fn fma(self, b: Self, c: Self, t: SimdToken) -> Self;
    /// The upper half of the significand: such numbers have exact products.
    fn upper(self) -> Self;
    /// The nearest integer, ties to even; for magnitudes below a quarter of the integers that are exact.
    fn nearest(self) -> Self;
    /// 2 to the power `n`, an integer within the normal exponents.
    fn two_to(n: Self) -> Self;
    /// The nearest integer `n` to `self * factor`, within the normal exponents, and 2^n.
    fn whole(self, factor: Self, t: SimdToken) -> (Self, Self);
    /// The nearest integer `n` to `self * factor`, up to twice the normal exponents, and two powers of 2 whose product
    /// is 2^n: zeros where `n` is the least.
    fn halves(self, factor: Self, t: SimdToken) -> (Self, Self, Self);
    /// A positive normal number as `m * 2^k` with `m` from sqrt(1/2) to sqrt(2): `(k, m)`.
    fn split(self) -> (Self, Self);
}

macro_rules! real {
    (
        $t:ident, $bits:ident, stored = $stored:literal, half = $half:literal,
        $(const $name:ident: $ty:ty = $value:expr;)*
        pick($single:ident, $double:ident) => $picked:ident
    ) => {
        impl Real for $t {
            const INFINITY: $t = $t::INFINITY;
            const NAN: $t = $t::NAN;
            const MIN_POSITIVE: $t = $t::MIN_POSITIVE;
            const MAX: $t = $t::MAX;
            $(const $name: $ty = $value;)*

            #[inline(always)]
            fn of(constant: f64) -> $t {
                constant as $t
            }
            #[inline(always)]
            fn pick($single: f32, $double: f64) -> $t {
                $picked
            }
            #[inline(always)]
            fn coefficients<'a>($single: &'a [f32], $double: &'a [f64]) -> &'a [$t] {
                $picked
            }
            #[inline(always)]
            fn abs(self) -> $t {
                $t::abs(self)
            }
            #[inline(always)]
            fn sqrt(self) -> $t {
                $t::sqrt(self)
            }
            #[inline(always)]
            fn copysign(self, sign: $t) -> $t {
                $t::copysign(self, sign)
            }
            #[inline(always)]
            fn fma(self, b: $t, c: $t, t: SimdToken) -> $t {
                if t.fma { self.mul_add(b, c) } else { self * b + c }
            }
            #[inline(always)]
            fn upper(self) -> $t {
                $t::from_bits(self.to_bits() & ($bits::MAX << $half))
            }
            #[inline(always)]
            fn nearest(self) -> $t {
                const SHIFT: $t = 1.5 * (1_u64 << $stored) as $t;
                (self + SHIFT) - SHIFT
            }
            #[inline(always)]
            fn two_to(n: $t) -> $t {
                // The sum has the biased exponent in its lowest bits.
                const SHIFT: $t = 1.5 * (1_u64 << $stored) as $t + ($t::MAX_EXP - 1) as $t;
                $t::from_bits((n + SHIFT).to_bits() << $stored)
            }
            #[inline(always)]
            fn whole(self, factor: $t, t: SimdToken) -> ($t, $t) {
                const SHIFT: $t = 1.5 * (1_u64 << $stored) as $t + ($t::MAX_EXP - 1) as $t;
                let sum = self.fma(factor, SHIFT, t);
                (sum - SHIFT, $t::from_bits(sum.to_bits() << $stored))
            }
            #[inline(always)]
            fn halves(self, factor: $t, t: SimdToken) -> ($t, $t, $t) {
                // The sum has n and twice the bias of exponents in its lowest bits; what is above them is shifted out.
                const SHIFT: $t = 1.5 * (1_u64 << $stored) as $t + 2.0 * ($t::MAX_EXP - 1) as $t;
                let sum = self.fma(factor, SHIFT, t);
                let half = sum.to_bits() >> 1;
                let rest = sum.to_bits() - half;
                (sum - SHIFT, $t::from_bits(half << $stored), $t::from_bits(rest << $stored))
            }
            #[inline(always)]
            fn split(self) -> ($t, $t) {
                const ROOT: $bits = (std::f64::consts::FRAC_1_SQRT_2 as $t).to_bits();
                const ONE: $bits = (1.0 as $t).to_bits();
                const SHIFT: $t = (1_u64 << $stored) as $t;
                let bits = self.to_bits().wrapping_add(ONE - ROOT);
                // The exponent, made the lowest bits of a float: a conversion without an instruction for it.
                let k = $t::from_bits((bits >> $stored) | SHIFT.to_bits()) - (SHIFT + ($t::MAX_EXP - 1) as $t);
                let m = $t::from_bits((bits & ((1 << $stored) - 1)) + ROOT);
                (k, m)
            }
        }
    };
}

real! {
    f32, u32, stored = 23, half = 12,
    const SINGLE: bool = true;
    const LN2_HI: f32 = 0.69314575;
    const LN2_LO: f32 = 1.4286068e-6;
    const LOG10_2_HI: f32 = 0.3010254;
    const LOG10_2_LO: f32 = 4.605039e-6;
    const LN2: (f32, f32) = (std::f32::consts::LN_2, -1.9046542e-9);
    const LOG2_E: (f32, f32) = (std::f32::consts::LOG2_E, 1.925963e-8);
    const LOG10_E: (f32, f32) = (std::f32::consts::LOG10_E, -1.010305e-8);
    pick(single, _double) => single
}
real! {
    f64, u64, stored = 52, half = 27,
    const SINGLE: bool = false;
    const LN2_HI: f64 = 0.693_147_180_559_890_3;
    const LN2_LO: f64 = 5.497_923_018_708_371e-14;
    const LOG10_2_HI: f64 = 0.301_029_995_663_952_83;
    const LOG10_2_LO: f64 = 2.836_339_455_104_496_4e-14;
    const LN2: (f64, f64) = (std::f64::consts::LN_2, 2.319_046_813_846_299_6e-17);
    const LOG2_E: (f64, f64) = (std::f64::consts::LOG2_E, 2.035_527_374_093_103_3e-17);
    const LOG10_E: (f64, f64) = (std::f64::consts::LOG10_E, 1.098_319_650_216_765e-17);
    pick(_single, double) => double
}
