//! Sine, cosine and tangent in double precision, of a reduced angle that is a pair of floats.
//!
//! Up to 2^20 multiples of pi/2 are subtracted; above, angles are taken in quarter turns by the rows of
//! [`two_over_pi`](super::two_over_pi), which have to be gathered.

use super::real::Real;
use super::select::select;
use super::trigonometric::{Trigonometric, odd, signed};
use super::two_over_pi::DOUBLE;
use super::words::{fast_two_sum, polynomial, quotient, two_product, two_sum};
use crate::simd::SimdToken;
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};

/// (sin(r) / r - 1) / r^2 in powers of r^2, for r up to pi/4.
const SIN: [f64; 6] = [
    -0.16666666666666646,
    0.008333333333325066,
    -0.00019841269831511902,
    2.7557314190938355e-6,
    -2.505082623486241e-8,
    1.5900316078184595e-10,
];
/// (cos(r) - 1 + r^2 / 2) / r^4 in powers of r^2, for r up to pi/4.
const COS: [f64; 6] = [
    0.0416666666666666,
    -0.0013888888888874125,
    2.4801587289482242e-5,
    -2.755731435234916e-7,
    2.0875723275319916e-9,
    -1.1359647902961221e-11,
];
/// pi/2 as a sum: products of the second with up to 2^20 are exact.
const QUARTER: [f64; 3] = [FRAC_PI_2, 6.12323399538461e-17, 3.5215598651832e-27];
/// Angles above take longer.
const FAR: f64 = (1 << 20) as f64;
/// Sums with it are integers.
const QUARTERS: f64 = 1.5 * (1_u64 << 52) as f64;

const SIGN: u64 = 1 << 63;

/// An angle as `quarters * pi/2 + r + c`, `(quarters, r, c)`: the quarters as the lowest two bits, and of `r` what is
/// lost in `c`.
type Reduced = (u64, f64, f64);

/// A size that is not far: the first difference is exact.
#[inline(always)]
fn near(size: f64, t: SimdToken) -> Reduced {
    let sum = size.fma(FRAC_2_PI, QUARTERS, t);
    let n = sum - QUARTERS;
    let first = (-n).fma(QUARTER[0], size, t);
    let r = (-n).fma(QUARTER[1], first, t);
    let c = (-n).fma(QUARTER[2], (-n).fma(QUARTER[1], first - r, t), t);
    (sum.to_bits(), r, c)
}

/// Any size; NaN where it is infinite.
#[inline(always)]
fn far(size: f64, t: SimdToken) -> Reduced {
    // The last bit of such a sum counts 32.
    const TURNS: f64 = 1.5 * (1_u64 << 57) as f64;
    const QUARTER: (f64, f64) = (FRAC_PI_2, 6.123233995736766e-17);
    let bits = select(size > 1.0, size, 1.0).to_bits();
    // 2^(1 - e), and zero for infinities.
    let m = size * f64::from_bits((2047 << 52) - (bits & 2047 << 52));
    let row = (bits >> 52 & 1023) as usize;
    let [first, second, third, fourth] = [0, 1, 2, 3].map(|i| DOUBLE[i][row]);
    let (first, first_rest) = two_product(m, first, t);
    let (second, second_rest) = two_product(m, second, t);
    let (third, third_rest) = two_product(m, third, t);
    let first = first - ((first + TURNS) - TURNS);
    let quarters = ((first + first_rest) + second) + QUARTERS;
    // Exact, as all that follows until little is left.
    let first = (first - (quarters - QUARTERS)) + first_rest;
    let (high, low) = two_sum(first, second);
    let (next, next_rest) = two_sum(second_rest, third);
    let (high, high_rest) = two_sum(high, next);
    let low = low + high_rest + (next_rest + m.fma(fourth, third_rest, t));
    let (high, low) = fast_two_sum(high, low);
    let (r, c) = two_product(high, QUARTER.0, t);
    (quarters.to_bits(), r, high.fma(QUARTER.1, low.fma(QUARTER.0, c, t), t))
}

/// `sin(r + c)` and `cos(r + c)` for `r` up to pi/4, each as a sum.
///
/// cos(r) = 1 - r^2/2 + .., of which the second term is so large that what it loses to the first is put back, as in
/// FreeBSD's `k_cos.c`.
#[inline(always)]
fn both(r: f64, c: f64, t: SimdToken) -> ((f64, f64), (f64, f64)) {
    let square = r * r;
    let half = 0.5 * square;
    let near = 1.0 - half;
    let sin = (r * square).fma(polynomial(square, &SIN, t), c * near, t);
    let cos = (square * square).fma(polynomial(square, &COS, t), -(r * c), t);
    (fast_two_sum(r, sin), fast_two_sum(near, ((1.0 - near) - half) + cos))
}

/// The sine of `quarters * pi/2 + r + c`, rounded a few times more.
#[inline(always)]
fn wave(quarters: u64, r: f64, c: f64, t: SimdToken) -> f64 {
    let square = r.fma(r, (r + r) * c, t);
    let sin = r + (r * square).fma(polynomial(square, &SIN, t), c, t);
    let cos = square.fma(square.fma(polynomial(square, &COS, t), -0.5, t), 1.0, t);
    signed(select(odd(quarters), cos, sin), quarters)
}

#[inline(always)]
fn sin(x: f64, (quarters, r, c): Reduced, t: SimdToken) -> f64 {
    f64::from_bits(wave(quarters, r, c, t).to_bits() ^ x.to_bits() & SIGN)
}

#[inline(always)]
fn cos(_: f64, (quarters, r, c): Reduced, t: SimdToken) -> f64 {
    wave(quarters + 1, r, c, t)
}

#[inline(always)]
fn tan(x: f64, (quarters, r, c): Reduced, t: SimdToken) -> f64 {
    let (sin, cos) = both(r, c, t);
    let odd = odd(quarters);
    let above = select(odd, (-cos.0, -cos.1), sin);
    let (high, low) = quotient(above, select(odd, sin, cos), t);
    f64::from_bits((high + low).to_bits() ^ x.to_bits() & SIGN)
}

/// `function` of the reduced angle.
///
/// Without a fused multiply-add exact products take so long that `std`'s functions are faster. But those of glibc are
/// off by hundreds of units next to multiples of pi/2 beyond 1e8: there a multiply-add is called, slow and exact.
#[inline(always)]
fn by_level(x: f64, t: SimdToken, function: impl Fn(f64, Reduced, SimdToken) -> f64, std: impl Fn(f64) -> f64) -> f64 {
    let size = x.abs();
    if !t.fma {
        return if size < 1e8 { std(x) } else { called(x, function) };
    }
    let (is_far, near) = (size > FAR, near(size, t));
    let reduced = if t.later(is_far) { near } else { select(is_far, far(size, t), near) };
    function(x, reduced, t)
}

#[cold]
#[inline(never)]
fn called(x: f64, function: impl Fn(f64, Reduced, SimdToken) -> f64) -> f64 {
    let t = SimdToken::new(true);
    function(x, far(x.abs(), t), t)
}

impl Trigonometric for f64 {
    #[inline(always)]
    fn sin(self, t: SimdToken) -> f64 {
        by_level(self, t, sin, f64::sin)
    }
    #[inline(always)]
    fn cos(self, t: SimdToken) -> f64 {
        by_level(self, t, cos, f64::cos)
    }
    #[inline(always)]
    fn tan(self, t: SimdToken) -> f64 {
        by_level(self, t, tan, f64::tan)
    }
}
