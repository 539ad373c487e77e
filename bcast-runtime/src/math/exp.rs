//! Exponentials: `x = n ln 2 + r` with `|r| <= ln 2 / 2`, a polynomial for `exp(r)`, and `2^n` by its bits.

use super::real::Real;
use super::select::select;
use super::words::{fast_two_sum, inverse, polynomial, two_sum};
use crate::simd::SimdToken;

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
/// The same for a result that is not a pair: errors count twice where it is below 1.
const EXP_ALONE_F32: [f32; 5] = [0.4999999, 0.1666652, 0.041669086, 0.008368854, 0.0013780405];
const EXP_ALONE_F64: [f64; 10] = [
    0.5000000000000008,
    0.16666666666666302,
    0.0416666666665459,
    0.008333333333556717,
    0.001388888894020246,
    0.0001984126938427813,
    2.4801496159564983e-05,
    2.7557686976689297e-06,
    2.762928263250834e-07,
    2.4970394878058035e-08,
];
/// ((2^f - 1) / f - ln 2) / f.
pub(super) const EXP2_F32: [f32; 5] = [0.24022646, 0.055503618, 0.009618687, 0.001339038, 0.00015283222];
pub(super) const EXP2_F64: [f64; 10] = [
    0.24022650695910133,
    0.05550410866482169,
    0.00961812910759359,
    0.001333355814638668,
    0.00015403530457811185,
    1.525273386253984e-5,
    1.3215434932024763e-6,
    1.0178048004291517e-7,
    7.0738426906863794e-9,
    4.457205410571611e-10,
];

/// `(n, r, c)` with `x = n ln 2 + r + c` and `c` below half a unit of `r`.
#[inline(always)]
pub(super) fn reduce<T: Real>(x: T, t: SimdToken) -> (T, T, T) {
    let n = (x * T::LOG2_E.0).nearest();
    let high = (-n).fma(T::LN2_HI, x, t);
    let low = n * T::LN2_LO;
    let (r, c) = fast_two_sum(high, -low);
    (n, r, c)
}

/// The same for `x + rest`, with a `rest` below half a unit of `x`, which may be more than one of `r`.
#[inline(always)]
pub(super) fn reduce_sum<T: Real>(x: T, rest: T, t: SimdToken) -> (T, T, T) {
    let n = (x * T::LOG2_E.0).nearest();
    let high = (-n).fma(T::LN2_HI, x, t);
    let (r, c) = two_sum(high, (-n).fma(T::LN2_LO, rest, t));
    (n, r, c)
}

/// `exp(r + c) - 1 - r`, for `|r| <= ln 2 / 2`.
#[inline(always)]
fn tail<T: Real>(r: T, c: T, t: SimdToken) -> T {
    (r * r).fma(polynomial(r, T::coefficients(&EXP_F32, &EXP_F64), t), c, t)
}

/// `exp(r + c)` as a sum.
#[inline(always)]
pub(super) fn reduced<T: Real>(r: T, c: T, t: SimdToken) -> (T, T) {
    let (high, low) = fast_two_sum(T::of(1.0), r);
    (high, low + tail(r, c, t))
}

/// `x * 2^n` for integers `n` up to twice the normal exponents; zero for the least. The first factor keeps the product
/// normal, so that subnormal results are rounded once.
#[inline(always)]
pub(super) fn scaled<T: Real>(x: T, n: T, t: SimdToken) -> T {
    let (_, first, second) = n.halves(T::of(1.0), t);
    x * first * second
}

/// `x` between `low` and `high`; NaN stays.
#[inline(always)]
pub(super) fn between<T: Real>(x: T, low: T, high: T) -> T {
    let x = select(x > high, high, x);
    select(x < low, low, x)
}

/// Twice the normal exponents: 2 to this power is infinite, and zero for its negative, without the long wait that
/// processors need for a product that underflows.
#[inline(always)]
fn most<T: Real>() -> T {
    T::pick(254.0, 2046.0)
}

#[inline(always)]
pub(crate) fn exp<T: Real>(x: T, t: SimdToken) -> T {
    let (limit, one) = (most::<T>() * T::LN2_HI, T::of(1.0));
    let x = between(x, -limit, limit);
    let (n, first, second) = x.halves(T::LOG2_E.0, t);
    let r = (-n).fma(T::LN2_LO, (-n).fma(T::LN2_HI, x, t), t);
    let beyond = polynomial(r, T::coefficients(&EXP_ALONE_F32, &EXP_ALONE_F64), t);
    let value = if t.fma {
        r.fma(r.fma(beyond, one, t), one, t)
    } else {
        let (high, low) = fast_two_sum(one, r);
        high + (low + r * r * beyond)
    };
    value * first * second
}

/// The fraction times ln 2 would be rounded: the polynomial is one of its own.
#[inline(always)]
pub(crate) fn exp2<T: Real>(x: T, t: SimdToken) -> T {
    let one = T::of(1.0);
    let x = between(x, -most::<T>(), most());
    let (n, first, second) = x.halves(one, t);
    let f = x - n;
    let beyond = polynomial(f, T::coefficients(&EXP2_F32, &EXP2_F64), t);
    let value = if t.fma {
        f.fma(f.fma(beyond, T::LN2.1, t) + T::LN2.0, one, t)
    } else {
        // The upper halves have an exact product.
        let (upper, factor) = (f.upper(), T::LN2.0.upper());
        let (high, low) = fast_two_sum(one, upper * factor);
        let rest = (f - upper) * factor + f * ((T::LN2.0 - factor) + T::LN2.1);
        high + (low + (rest + f * f * beyond))
    };
    value * first * second
}

/// `exp(x) - 1` as a sum, for `x` of at least half a unit of 1 in magnitude.
#[inline(always)]
pub(super) fn exp_m1_words<T: Real>(x: T, t: SimdToken) -> (T, T) {
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
pub(crate) fn exp_m1<T: Real>(x: T, t: SimdToken) -> T {
    let (high, low) = exp_m1_words(x, t);
    // Also keeps the sign of zero, and subnormals.
    select(x.abs() < T::pick(2e-8, 5e-17), x, high + low)
}

/// `1 / (1 + e)` with `e = exp(-x)` as a sum. Far out, nothing is left of one of the terms.
#[inline(always)]
pub(crate) fn sigmoid<T: Real>(x: T, t: SimdToken) -> T {
    let (zero, one) = (T::of(0.0), T::of(1.0));
    let is_far = x.abs() > T::pick(80.0, 700.0);
    let (n, scale) = x.whole(-T::LOG2_E.0, t);
    let high = (-n).fma(T::LN2_HI, -x, t);
    let r = (-n).fma(T::LN2_LO, high, t);
    let c = (-n).fma(T::LN2_LO, high - r, t);
    let (exp, exp_rest) = fast_two_sum(one, (r * r).fma(polynomial(r, T::coefficients(&EXP_F32, &EXP_F64), t), r, t));
    let (sum, rest) = two_sum(one, scale * exp);
    let near = inverse((sum, scale.fma(exp_rest + c, rest, t)), t);
    if t.later(is_far) { near } else { select(is_far, select(x > zero, one, self::exp(x, t)), near) }
}
