//! Powers: `exp(y ln |x|)`, and the sign by `y`.
//!
//! The logarithm is multiplied by up to a thousand, so it needs ten bits more than a float has. In single precision
//! all is computed in double precision, with polynomials of fewer terms; that is faster than pairs of floats.

use super::exp::{between, reduced, scaled};
use super::real::Real;
use super::select::select;
use super::words::{fast_two_sum, long_polynomial, two_product};
use crate::simd::SimdToken;

/// (ln((1 + s) / (1 - s)) / s / 2 - 1 - s^2 / 3) / s^4 in powers of s^2.
const LN_WIDE: [f64; 11] = [
    0.2,
    0.14285714285714285,
    0.11111111111111112,
    0.09090909090908915,
    0.07692307692355456,
    0.06666666659123341,
    0.05882353683116235,
    0.052631111055242104,
    0.047637948612280295,
    0.043006844953221615,
    0.04655009812674921,
];
/// log2(1 + f) / f, for single precision.
const LOG2_SHORT: [f64; 13] = [
    1.4426950408667778,
    -0.7213475207458492,
    0.48089836251053153,
    -0.36067369950765166,
    0.2885372016053421,
    -0.2404517286190105,
    0.2061775144305706,
    -0.18033584777181902,
    0.15876415003415797,
    -0.14276845263159305,
    0.14446033115061974,
    -0.14442228479794528,
    0.0795461414234314,
];
/// 2^f, for single precision.
const EXP2_SHORT: [f64; 7] = [
    0.9999999999190965,
    0.6931472067184072,
    0.24022651504901707,
    0.055503272017481,
    0.009617994527387036,
    0.0013400436153155554,
    0.00015478019256381966,
];

/// `ln(m 2^k)` as a sum, with a relative error of about 2^-65, for `m` from sqrt(1/2) to sqrt(2).
#[inline(always)]
fn ln_wide((k, m): (f64, f64), t: SimdToken) -> (f64, f64) {
    const THIRD: (f64, f64) = (0.3333333333333333, 1.850371707708594e-17);
    // s = f / (2 + f), and ln(m) = 2 s (1 + s^2 / 3 + s^4 ..). What is lost of s is what is left of f - s (2 + f), of
    // which the first difference is exact.
    let f = m - 1.0;
    let inverse = 1.0 / (f + 2.0);
    let s = f * inverse;
    let s_rest = (-s).fma(f, (-2.0_f64).fma(s, f, t), t) * inverse;
    let twice = s + s;
    let (square, square_rest) = two_product(s, s, t);
    let square_rest = twice.fma(s_rest, square_rest, t);
    let fourth = square * square;
    let (third, third_rest) = two_product(square, THIRD.0, t);
    let third_rest = third_rest + square_rest.fma(THIRD.0, square * THIRD.1, t);
    let (factor, factor_rest) = fast_two_sum(1.0, third);
    let factor_rest = factor_rest + fourth.fma(long_polynomial(square, fourth, &LN_WIDE, t), third_rest, t);
    let (log, log_rest) = two_product(twice, factor, t);
    let log_rest = log_rest + twice.fma(factor_rest, (s_rest + s_rest) * factor, t);
    let sum = k.fma(f64::LN2_HI, log, t);
    let rest = log + k.fma(f64::LN2_HI, -sum, t);
    (sum, rest + k.fma(f64::LN2_LO, log_rest, t))
}

/// `log2(x)` with a relative error of about 2^-35, for positive normal `x`: nothing is divided.
#[inline(always)]
fn log2_short(x: f64, t: SimdToken) -> f64 {
    let (k, m) = x.split();
    let f = m - 1.0;
    f.fma(long_polynomial(f, f * f, &LOG2_SHORT, t), k, t)
}

/// `2^p` in single precision: zero and infinity far out.
#[inline(always)]
fn exp2_short(p: f64, t: SimdToken) -> f32 {
    const LIMIT: f64 = 160.0;
    let p = between(p, -LIMIT, LIMIT);
    let (n, scale) = p.whole(1.0, t);
    let f = p - n;
    (long_polynomial(f, f * f, &EXP2_SHORT, t) * scale) as f32
}

/// `exp(high + low)` as a number near 1, and the power of 2 that it is to be multiplied by.
#[inline(always)]
fn exp_wide(high: f64, low: f64, t: SimdToken) -> (f64, f64) {
    let n = (high * f64::LOG2_E.0).nearest();
    let (r, c) = fast_two_sum((-n).fma(f64::LN2_HI, high, t), (-n).fma(f64::LN2_LO, low, t));
    let (sum, rest) = reduced(r, c, t);
    (sum + rest, n)
}

/// What C's `pow` gives, from `size`, the power of `|x|`.
#[inline(always)]
fn special<T: Real>(x: T, y: T, size: T) -> T {
    let (zero, one) = (T::of(0.0), T::of(1.0));
    // From here on all floats are integers, and from twice this on even ones.
    let exact = T::pick((1_u32 << 23) as f32, (1_u64 << 52) as f64);
    let (a, half) = (y.abs(), y.abs() * T::of(0.5));
    let whole = a >= exact || (a + exact) - exact == a;
    let odd = whole && half < exact && (half + exact) - exact != half;
    let signed = select(odd, size.copysign(x), size);
    let outside = x < zero && x > -T::INFINITY && !whole;
    let value = select(outside, T::NAN, signed);
    select(x == one || y == zero || (x == -one && a == T::INFINITY), one, value)
}

/// The logarithm of `size`, from `log`, which is no number where `size` is zero, infinite or NaN.
#[inline(always)]
fn ends(size: f64, log: f64) -> f64 {
    let log = select(size < f64::INFINITY, log, size);
    select(size == 0.0, -f64::INFINITY, log)
}

#[inline(always)]
fn pow_f64(x: f64, y: f64, t: SimdToken) -> f64 {
    // Below, the result is normal; beyond the other it is zero or infinite.
    const NORMAL: f64 = 708.0;
    const LIMIT: f64 = 746.0;
    let (log, log_rest) = ln_wide(x.split(), t);
    let (product, rest) = two_product(y, log, t);
    if t.later(!(x.is_ordinary() & (product.abs() < NORMAL))) {
        let (value, n) = exp_wide(product, y.fma(log_rest, rest, t), t);
        return value * f64::two_to(n);
    }
    let size = x.abs();
    let tiny = size < f64::MIN_POSITIVE;
    let (k, m) = select(tiny, size * (1_u64 << 54) as f64, size).split();
    let (log, log_rest) = ln_wide((select(tiny, k - 54.0, k), m), t);
    let log = ends(size, log);
    // A large `y` may overflow in the exact product, where the result is far outside.
    let product = y * log;
    let inside = product.abs() < LIMIT;
    let (product, rest) = select(inside, two_product(y, log, t), (product, 0.0));
    let rest = select(inside, y.fma(log_rest, rest, t), 0.0);
    let (value, n) = exp_wide(between(product, -LIMIT, LIMIT), rest, t);
    special(x, y, scaled(value, n, t))
}

#[inline(always)]
fn pow_f32(x: f32, y: f32, t: SimdToken) -> f32 {
    let (size, wide) = (f64::from(x.abs()), f64::from(y));
    let log = log2_short(size, t);
    if t.later(!(x.is_ordinary() & (y.abs() <= f32::MAX))) {
        exp2_short(wide * log, t)
    } else {
        special(x, y, exp2_short(wide * ends(size, log), t))
    }
}

/// A type with powers.
pub(crate) trait Powf {
    fn powf(self, y: Self, t: SimdToken) -> Self;
}
// Without a fused multiply-add, where at most two doubles are computed at once, `std`'s takes half the time.
impl Powf for f32 {
    #[inline(always)]
    fn powf(self, y: f32, t: SimdToken) -> f32 {
        if t.fma { pow_f32(self, y, t) } else { f32::powf(self, y) }
    }
}
impl Powf for f64 {
    #[inline(always)]
    fn powf(self, y: f64, t: SimdToken) -> f64 {
        if t.fma { pow_f64(self, y, t) } else { f64::powf(self, y) }
    }
}

#[inline(always)]
pub(crate) fn powf<T: Powf>(x: T, y: T, t: SimdToken) -> T {
    x.powf(y, t)
}
