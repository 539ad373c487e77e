//! Sine, cosine and tangent, for angles of any size; here in single precision, computed in double precision.
//!
//! Angles are taken in quarter turns by the rows of [`two_over_pi`](super::two_over_pi).

use super::real::Real;
use super::two_over_pi::SINGLE;
use super::words::polynomial;
use crate::simd::Tok;

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

/// An argument in quarter turns, less multiples of 4, as `first + m * second`: the first is exact, the second below
/// 1/8. NaN where `x` is infinite.
#[inline(always)]
fn turned(x: f32) -> (f64, f64, f64) {
    let size = x.abs();
    let bits = if size > 1.0 { size } else { 1.0 }.to_bits();
    // 2^(1 - e), and zero for infinities.
    let scale = f32::from_bits((255 << 23) - (bits & 255 << 23));
    let m = f64::from(x * scale);
    let row = (bits >> 23 & 127) as usize;
    (m * SINGLE[0][row], m, SINGLE[1][row])
}

/// `sin(x)` for `odd` of 0, `cos(x)` for 1: with `x = (q + r) pi/2` and an even `q`, or an odd one for the cosine, it is
/// the sine of `r`, from -1 to 1, or its negative.
#[inline(always)]
fn wave(x: f32, odd: f64, t: Tok) -> f32 {
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

/// `(quarters, sin(r), cos(r))` with `x = quarters * pi/2 + r`, the quarters as the lowest two bits.
#[inline(always)]
fn parts(x: f32, t: Tok) -> (u64, f64, f64) {
    const SHIFT: f64 = 1.5 * (1_u64 << 52) as f64;
    let (first, m, second) = turned(x);
    let quarters = m.fma(second, first, t) + SHIFT;
    let r = m.fma(second, first - (quarters - SHIFT), t) * std::f64::consts::FRAC_PI_2;
    let square = r * r;
    let sin = (r * square).fma(polynomial(square, &SIN, t), r, t);
    let cos = square.fma(polynomial(square, &COS, t), 1.0, t);
    (quarters.to_bits(), sin, cos)
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
    fn sin(self, t: Tok) -> Self;
    fn cos(self, t: Tok) -> Self;
    fn tan(self, t: Tok) -> Self;
}

impl Trigonometric for f32 {
    #[inline(always)]
    fn sin(self, t: Tok) -> f32 {
        let value = wave(self, 0.0, t);
        if self.abs() < SMALL { self } else { value }
    }
    #[inline(always)]
    fn cos(self, t: Tok) -> f32 {
        -wave(self, 1.0, t)
    }
    #[inline(always)]
    fn tan(self, t: Tok) -> f32 {
        let (quarters, sin, cos) = parts(self, t);
        let (above, below) = if odd(quarters) { (-cos, sin) } else { (sin, cos) };
        let value = (above / below) as f32;
        if self.abs() < SMALL { self } else { value }
    }
}

/// Through a float: comparisons of 64-bit integers are slow before AVX-512.
#[inline(always)]
pub(super) fn odd(quarters: u64) -> bool {
    f64::from_bits((quarters & 1) << 62) != 0.0
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
