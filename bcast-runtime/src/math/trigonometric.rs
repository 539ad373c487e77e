//! Sine, cosine and tangent in single precision, for arguments of any size.
//!
//! `x` is taken in quarter turns: `x * 2/pi` up to multiples of 4, after Payne and Hanek, "Radian reduction for
//! trigonometric functions" (1983). Here 2/pi is a sum of numbers of 29 bits, of which four count for each `x`, chosen
//! by its size; their products with `x` are exact in double precision.
//!
//! In double precision 36 such numbers would be chosen from: the functions of `std` are used.

use super::real::Real;
use super::words::polynomial;
use crate::simd::Tok;

/// 2/pi in units of 2^-29, 2^-58, ..
const TWO_OVER_PI: [f64; 7] = [
    341_782_637.0 / (1_u64 << 29) as f64,
    423_170_132.0 / (1_u64 << 58) as f64,
    2.2760100671971816e-18,
    5.8812147387730434e-27,
    1.0346868700836215e-35,
    3.783256351091319e-45,
    3.720474878517739e-53,
];
/// (sin(r) / r - 1) / r^2 in powers of r^2, for r up to pi/4.
const SIN: [f64; 4] = [-0.1666666664198697, 0.008333329414182404, -0.00019839341625609656, 2.7183625629079363e-6];
/// (cos(r) - 1) / r^2 in powers of r^2, for r up to pi/4.
const COS: [f64; 5] =
    [-0.49999999999656225, 0.041666666576128844, -0.0013888881675870864, 2.4799145330105732e-5, -2.718654011744165e-7];

/// `p` of 53 bits less a multiple of 4, and at most 16.
#[inline(always)]
fn turned(p: f64) -> f64 {
    // The last bit of the sum counts 32.
    const SHIFT: f64 = 1.5 * (1_u64 << 57) as f64;
    let rest = p - ((p + SHIFT) - SHIFT);
    // From 2^55 on the last bit of `p` counts 4.
    if p.abs() < (1_u64 << 55) as f64 { rest } else { 0.0 }
}

/// `(quarters, sin(r), cos(r))` with `x = quarters * pi/2 + r`, the quarters as the lowest two bits.
#[inline(always)]
fn parts(x: f32, t: Tok) -> (u64, f64, f64) {
    const SHIFT: f64 = 1.5 * (1_u64 << 52) as f64;
    let (x, c) = (f64::from(x), &TWO_OVER_PI);
    let size = x.abs();
    let far = [29, 58, 87, 116].map(|bits| size >= (1_u128 << bits) as f64);
    let choose = |from: [f64; 5]| {
        let chosen = if far[0] { from[1] } else { from[0] };
        let chosen = if far[1] { from[2] } else { chosen };
        let chosen = if far[2] { from[3] } else { chosen };
        if far[3] { from[4] } else { chosen }
    };
    let first = turned(x * choose([0.0, c[0], c[1], c[2], c[3]]));
    let second = turned(x * choose([c[0], c[1], c[2], c[3], c[4]]));
    let third = x * choose([c[1], c[2], c[3], c[4], c[5]]);
    let fourth = x * choose([c[2], c[3], c[4], c[5], c[6]]);
    let quarters = (first + second + third) + SHIFT;
    // Each of these sums is exact until little is left.
    let r = ((first - (quarters - SHIFT)) + second) + third + fourth;
    let r = r * std::f64::consts::FRAC_PI_2;
    let square = r * r;
    let sin = (r * square).fma(polynomial(square, &SIN, t), r, t);
    let cos = square.fma(polynomial(square, &COS, t), 1.0, t);
    (quarters.to_bits(), sin, cos)
}

/// `value` or, in the second half of the turn, its negative: the sign is the second bit of `quarters`.
#[inline(always)]
fn signed(value: f64, quarters: u64) -> f64 {
    f64::from_bits(value.to_bits() ^ (quarters & 2) << 62)
}

/// `value`, unless `x` is so small that the function is `x`, or not finite.
#[inline(always)]
fn finite(x: f32, value: f64, small: f32) -> f32 {
    let value = if x.abs() < 1e-4 { small } else { value as f32 };
    if x.abs() < f32::INFINITY { value } else { f32::NAN }
}

/// Where two doubles are computed at once, `std`'s sine and cosine take less than half the time.
#[inline(always)]
fn slow(t: Tok) -> bool {
    !t.fma
}

/// A type with sines.
pub(crate) trait Trigonometric {
    fn sin(self, t: Tok) -> Self;
    fn cos(self, t: Tok) -> Self;
    fn tan(self, t: Tok) -> Self;
}

impl Trigonometric for f32 {
    #[inline(always)]
    fn sin(self, t: Tok) -> f32 {
        if slow(t) {
            return f32::sin(self);
        }
        let (quarters, sin, cos) = parts(self, t);
        finite(self, signed(if odd(quarters) { cos } else { sin }, quarters), self)
    }
    #[inline(always)]
    fn cos(self, t: Tok) -> f32 {
        if slow(t) {
            return f32::cos(self);
        }
        let (quarters, sin, cos) = parts(self, t);
        finite(self, signed(if odd(quarters) { sin } else { cos }, quarters + quarters % 2 * 2), 1.0)
    }
    #[inline(always)]
    fn tan(self, t: Tok) -> f32 {
        let (quarters, sin, cos) = parts(self, t);
        let (above, below) = if odd(quarters) { (-cos, sin) } else { (sin, cos) };
        finite(self, above / below, self)
    }
}

/// Through a float: comparisons of 64-bit integers are slow before AVX-512.
#[inline(always)]
fn odd(quarters: u64) -> bool {
    f64::from_bits((quarters & 1) << 62) != 0.0
}

impl Trigonometric for f64 {
    #[inline(always)]
    fn sin(self, _: Tok) -> f64 {
        f64::sin(self)
    }
    #[inline(always)]
    fn cos(self, _: Tok) -> f64 {
        f64::cos(self)
    }
    #[inline(always)]
    fn tan(self, _: Tok) -> f64 {
        f64::tan(self)
    }
}

#[inline(always)]
pub(crate) fn sin<T: Trigonometric>(x: T, t: Tok) -> T {
    x.sin(t)
}

#[inline(always)]
pub(crate) fn cos<T: Trigonometric>(x: T, t: Tok) -> T {
    x.cos(t)
}

#[inline(always)]
pub(crate) fn tan<T: Trigonometric>(x: T, t: Tok) -> T {
    x.tan(t)
}
