//! Sine, cosine and tangent, for angles of any size; here in single precision.
//!
//! Up to 2^14 multiples of pi/2 are subtracted; above, angles are taken in quarter turns by the
//! rows of [`two_over_pi`](super::two_over_pi), in double precision. Without a fused multiply-add that is the only way.

use super::real::Real;
use super::select::select;
use super::two_over_pi::SINGLE;
use super::words::polynomial;
use crate::simd::SimdToken;
use std::f32::consts::FRAC_2_PI as FRAC_2_PI_SINGLE;
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};

/// sin(pi/2 r) / r in powers of r^2, for r up to 1.
const SIN_HALF: [f64; 6] = [
    1.5707963267616718,
    -0.6459640952643364,
    0.07969260125877234,
    -0.004681651013112912,
    0.00016024702497031276,
    -3.4287891002654364e-6,
];
/// (sin(r) / r - 1) / r^2 in powers of r^2, for r up to pi/4.
const SIN: [f64; 4] = [-0.1666666664198697, 0.008333329414182404, -0.00019839341625609656, 2.7183625629079363e-6];
/// (cos(r) - 1) / r^2 in powers of r^2, for r up to pi/4.
const COS: [f64; 5] =
    [-0.49999999999656225, 0.041666666576128844, -0.0013888881675870864, 2.4799145330105732e-5, -2.718654011744165e-7];
/// (sin(r) / r - 1) / r^2 for r up to pi/4, in single precision throughout.
const SINE: [f32; 3] = [-0.16666655, 0.008332178, -0.00019517234];
/// (cos(r) - 1 + r^2 / 2) / r^4 in powers of r^2, for r up to pi/4.
const COSINE: [f32; 3] = [0.041666646, -0.0013887366, 2.443838e-5];
/// pi/2 as a sum: products of the second with up to 2^14 are exact.
const QUARTER: [f32; 3] = [std::f32::consts::FRAC_PI_2, -4.3713953e-8, 2.563344e-12];
/// Angles above take longer.
const FAR: f32 = (1 << 14) as f32;
/// Sums with these are integers.
const QUARTERS_SINGLE: f32 = 1.5 * (1 << 23) as f32;
const QUARTERS: f64 = 1.5 * (1_u64 << 52) as f64;
const SIGN: u32 = 1 << 31;

/// The sine of `size`, an angle that is neither far nor negative, or for `turn` 1 the cosine.
///
/// With `size = n pi/2 + r + c`, where what is lost of `r` is kept in `c`: the first difference is exact.
#[inline(always)]
fn near(size: f32, turn: u32, t: SimdToken) -> f32 {
    let sum = size.fma(FRAC_2_PI_SINGLE, QUARTERS_SINGLE, t);
    let n = sum - QUARTERS_SINGLE;
    let first = (-n).fma(QUARTER[0], size, t);
    let r = (-n).fma(QUARTER[1], first, t);
    let c = (-n).fma(QUARTER[2], (-n).fma(QUARTER[1], first - r, t), t);
    let square = r.fma(r, (r + r) * c, t);
    let sin = r + (r * square).fma(polynomial(square, &SINE, t), c, t);
    let cos = square.fma(square.fma(polynomial(square, &COSINE, t), -0.5, t), 1.0, t);
    let quarters = sum.to_bits() + turn;
    f32::from_bits(select(quarters & 1 == 1, cos, sin).to_bits() ^ (quarters & 2) << 30)
}

/// An argument in quarter turns, less multiples of 4, as `first + m * second`: the first is exact, the second below
/// 1/8. NaN where `x` is infinite.
#[inline(always)]
fn turned(x: f32) -> (f64, f64, f64) {
    let size = x.abs();
    let bits = select(size > 1.0, size, 1.0).to_bits();
    // 2^(1 - e), and zero for infinities.
    let scale = f32::from_bits((255 << 23) - (bits & 255 << 23));
    let m = f64::from(x * scale);
    let row = (bits >> 23 & 127) as usize;
    (m * SINGLE[0][row], m, SINGLE[1][row])
}

/// `sin(x)` for `odd` of 0, `cos(x)` for 1: with `x = (q + r) pi/2` and an even `q`, or an odd one for the cosine, it
/// is the sine of `r`, from -1 to 1, or its negative.
#[inline(always)]
fn wave(x: f32, odd: f64, t: SimdToken) -> f32 {
    // The last bit of the sum counts 2.
    const SHIFT: f64 = 1.5 * (1_u64 << 53) as f64;
    let (first, m, second) = turned(x);
    let first = first - odd;
    let quarters = m.fma(second, first, t) + SHIFT;
    // The difference is exact.
    let r = m.fma(second, first - (quarters - SHIFT), t);
    let sin = r * polynomial(r * r, &SIN_HALF, t);
    f64::from_bits(sin.to_bits() ^ quarters.to_bits() << 63) as f32
}

/// `(quarters, r)` with `x = quarters * pi/2 + r`, the quarters as the lowest two bits.
#[inline(always)]
fn quarters_far(x: f32, t: SimdToken) -> (u64, f64) {
    let (first, m, second) = turned(x);
    let quarters = m.fma(second, first, t) + QUARTERS;
    (quarters.to_bits(), m.fma(second, first - (quarters - QUARTERS), t) * FRAC_PI_2)
}

/// The same for angles that are not far.
#[inline(always)]
fn quarters_near(x: f32, t: SimdToken) -> (u64, f64) {
    let x = f64::from(x);
    let quarters = x.fma(FRAC_2_PI, QUARTERS, t);
    let n = quarters - QUARTERS;
    (quarters.to_bits(), (-n).fma(6.123233995736766e-17, (-n).fma(FRAC_PI_2, x, t), t))
}

/// The tangent of an angle in quarter turns.
#[inline(always)]
fn tangent((quarters, r): (u64, f64), t: SimdToken) -> f32 {
    let square = r * r;
    let sin = (r * square).fma(polynomial(square, &SIN, t), r, t);
    let cos = square.fma(polynomial(square, &COS, t), 1.0, t);
    let (above, below) = select(odd(quarters), (-cos, sin), (sin, cos));
    (above / below) as f32
}

/// `value` or, in the second half of the turn, its negative: the sign is the second bit of `quarters`.
#[inline(always)]
pub(super) fn signed(value: f64, quarters: u64) -> f64 {
    f64::from_bits(value.to_bits() ^ (quarters & 2) << 62)
}

/// Below, sine and tangent are the argument.
const SMALL: f32 = 1e-4;

/// A type with sines.
pub(crate) trait Trigonometric {
    fn sin(self, t: SimdToken) -> Self;
    fn cos(self, t: SimdToken) -> Self;
    fn tan(self, t: SimdToken) -> Self;
}

/// The three of any angle.
#[inline(always)]
fn sin_far(x: f32, t: SimdToken) -> f32 {
    select(x.abs() < SMALL, x, wave(x, 0.0, t))
}
#[inline(always)]
fn cos_far(x: f32, t: SimdToken) -> f32 {
    -wave(x, 1.0, t)
}
#[inline(always)]
fn tan_far(x: f32, t: SimdToken) -> f32 {
    select(x.abs() < SMALL, x, tangent(quarters_far(x, t), t))
}

impl Trigonometric for f32 {
    #[inline(always)]
    fn sin(self, t: SimdToken) -> f32 {
        if !t.fma {
            return sin_far(self, t);
        }
        let is_far = self.abs() > FAR;
        let near = f32::from_bits(near(self.abs(), 0, t).to_bits() ^ self.to_bits() & SIGN);
        if t.later(is_far) { near } else { select(is_far, sin_far(self, t), near) }
    }
    #[inline(always)]
    fn cos(self, t: SimdToken) -> f32 {
        if !t.fma {
            return cos_far(self, t);
        }
        let is_far = self.abs() > FAR;
        let near = near(self.abs(), 1, t);
        if t.later(is_far) { near } else { select(is_far, cos_far(self, t), near) }
    }
    #[inline(always)]
    fn tan(self, t: SimdToken) -> f32 {
        if !t.fma {
            return tan_far(self, t);
        }
        let is_far = self.abs() > FAR;
        let near = select(self.abs() < SMALL, self, tangent(quarters_near(self, t), t));
        if t.later(is_far) { near } else { select(is_far, tan_far(self, t), near) }
    }
}

/// Through a float: comparisons of 64-bit integers are slow before AVX-512.
#[inline(always)]
pub(super) fn odd(quarters: u64) -> bool {
    f64::from_bits((quarters & 1) << 62) != 0.0
}

#[inline(always)]
pub(crate) fn sin<T: Trigonometric>(x: T, t: SimdToken) -> T {
    x.sin(t)
}

#[inline(always)]
pub(crate) fn cos<T: Trigonometric>(x: T, t: SimdToken) -> T {
    x.cos(t)
}

#[inline(always)]
pub(crate) fn tan<T: Trigonometric>(x: T, t: SimdToken) -> T {
    x.tan(t)
}
