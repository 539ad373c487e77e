//! Exponentials: `x = n ln 2 + r` with `|r| <= ln 2 / 2`, a polynomial for `exp(r)`, and `2^n` by its bits.

use super::real::Real;
use super::words::{fast_two_sum, polynomial, quotient, two_product, two_sum};
use crate::simd::Tok;

/// (exp(r) - 1 - r) / r^2.
const EXP_F32: [f32; 5] = [0.5, 0.16666543, 0.04166628, 0.008366584, 0.001394646];
const EXP_F64: [f64; 11] = [
    0.5,
    0.16666666666666677,
    0.0416666666666667,
    0.008333333333321617,
    0.0013888888888866908,
    0.0001984126988615751,
    2.480158736044135e-5,
    2.7557244182744255e-6,
    2.755724283945921e-7,
    2.5109044654991024e-8,
    2.0924423586387122e-9,
];

/// `(n, r, c)` with `x = n ln 2 + r + c` and `c` below half a unit of `r`.
#[inline(always)]
pub(super) fn reduce<T: Real>(x: T, t: Tok) -> (T, T, T) {
    let n = (x * T::LOG2_E.0).nearest();
    let high = (-n).fma(T::LN2_HI, x, t);
    let low = n * T::LN2_LO;
    let (r, c) = fast_two_sum(high, -low);
    (n, r, c)
}

/// The same for `x + rest`, with a `rest` below half a unit of `x`, which may be more than one of `r`.
#[inline(always)]
pub(super) fn reduce_sum<T: Real>(x: T, rest: T, t: Tok) -> (T, T, T) {
    let n = (x * T::LOG2_E.0).nearest();
    let high = (-n).fma(T::LN2_HI, x, t);
    let (r, c) = two_sum(high, (-n).fma(T::LN2_LO, rest, t));
    (n, r, c)
}

/// `exp(r + c) - 1 - r`, for `|r| <= ln 2 / 2`.
#[inline(always)]
fn tail<T: Real>(r: T, c: T, t: Tok) -> T {
    (r * r).fma(polynomial(r, T::coefficients(&EXP_F32, &EXP_F64), t), c, t)
}

/// `exp(r + c)` as a sum.
#[inline(always)]
pub(super) fn reduced<T: Real>(r: T, c: T, t: Tok) -> (T, T) {
    let (high, low) = fast_two_sum(T::of(1.0), r);
    (high, low + tail(r, c, t))
}

/// `x * 2^n` for integers `n` up to twice the normal exponents. The first factor keeps the product normal, so that
/// subnormal results are rounded once.
#[inline(always)]
pub(super) fn scaled<T: Real>(x: T, n: T) -> T {
    let half = (n * T::of(0.5)).nearest();
    x * T::two_to(half) * T::two_to(n - half)
}

/// `x` between `low` and `high`; NaN stays.
#[inline(always)]
pub(super) fn between<T: Real>(x: T, low: T, high: T) -> T {
    let x = if x > high { high } else { x };
    if x < low { low } else { x }
}

/// `(n, high, low)` with `exp(x) = 2^n (high + low)`. Beyond the limits, where results are zero or infinite, `x` is
/// taken for the limit.
#[inline(always)]
fn parts<T: Real>(x: T, t: Tok) -> (T, T, T) {
    let limit = T::pick(104.0, 746.0);
    let (n, r, c) = reduce(between(x, -limit, limit), t);
    let (high, low) = reduced(r, c, t);
    (n, high, low)
}

#[inline(always)]
pub(crate) fn exp<T: Real>(x: T, t: Tok) -> T {
    let (n, high, low) = parts(x, t);
    scaled(high + low, n)
}

/// The fraction times ln 2 goes to the polynomial of `exp`.
#[inline(always)]
pub(crate) fn exp2<T: Real>(x: T, t: Tok) -> T {
    let limit = T::pick(152.0, 1080.0);
    let x = between(x, -limit, limit);
    let n = x.nearest();
    let fraction = x - n;
    let (r, c) = two_product(fraction, T::LN2.0, t);
    let (high, low) = reduced(r, fraction.fma(T::LN2.1, c, t), t);
    scaled(high + low, n)
}

/// `exp(x) - 1` as a sum, for `x` of at least half a unit of 1 in magnitude.
#[inline(always)]
pub(super) fn exp_m1_words<T: Real>(x: T, t: Tok) -> (T, T) {
    // Below, the result is -1; above, infinite.
    let x = between(x, T::pick(-25.0, -50.0), T::pick(88.73, 709.8));
    let (n, r, c) = reduce(x, t);
    // Half of everything: 2^n itself may overflow.
    let scale = T::two_to(n - T::of(1.0));
    // exp(r) - 1 = r + r^2/2 + .., where the second term, too, is exact: what it is summed with may cancel.
    let half = T::of(0.5);
    let upper = r.upper();
    let square = half * upper * upper;
    let square_rest = half * (r - upper) * (r + upper);
    let beyond = polynomial(r, &T::coefficients(&EXP_F32, &EXP_F64)[1..], t);
    let rest = (r * r * r).fma(beyond, square_rest + c, t);
    let (one, one_low) = two_sum(scale, -half);
    let (first, first_low) = two_sum(one, scale * r);
    let (high, low) = two_sum(first, scale * square);
    let low = scale.fma(rest, (low + first_low) + one_low, t);
    (high + high, low + low)
}

#[inline(always)]
pub(crate) fn exp_m1<T: Real>(x: T, t: Tok) -> T {
    let (high, low) = exp_m1_words(x, t);
    // Also keeps the sign of zero, and subnormals.
    if x.abs() < T::pick(2e-8, 5e-17) { x } else { high + low }
}

/// `1 / (1 + e)` or `e / (1 + e)` with `e = exp(-|x|)`: nothing overflows, nothing cancels.
#[inline(always)]
pub(crate) fn sigmoid<T: Real>(x: T, t: Tok) -> T {
    let (n, high, low) = parts(-x.abs(), t);
    let (high, low) = fast_two_sum(high, low);
    // Small exponents add nothing to 1.
    let least = T::of(-100.0);
    let scale = T::two_to(if n < least { least } else { n });
    let (sum, rest) = fast_two_sum(T::of(1.0), scale * high);
    let negative = x < T::of(0.0);
    let above = if negative { (high, low) } else { (T::of(1.0), T::of(0.0)) };
    let (first, second) = quotient(above, (sum, rest + scale * low), t);
    scaled(first + second, if negative { n } else { T::of(0.0) })
}
