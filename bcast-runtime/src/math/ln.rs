//! Logarithms: `x = m 2^k` with `m` from sqrt(1/2) to sqrt(2), and a polynomial for ln(m).

use super::real::Real;
use super::select::select;
use super::words::{fast_two_sum, long_polynomial, polynomial, two_product, two_sum};
use crate::simd::SimdToken;

/// (ln(1 + f) - f + f^2/2) / f^3, for single precision.
const LN: [f32; 8] =
    [0.33333316, -0.2500081, 0.20002286, -0.16624555, 0.14181197, -0.13128752, 0.12881617, -0.078595795];
/// (ln((1 + s) / (1 - s)) / s - 2) / s^2 in powers of s^2.
const LN_QUOTIENT: [f64; 8] = [
    0.6666666666666666,
    0.40000000000003716,
    0.28571428569716273,
    0.2222222256893823,
    0.18181780954005908,
    0.1538688959918884,
    0.1325413678167429,
    0.13218491096551604,
];

/// `(k, f)` with `x = (1 + f) 2^k`, for positive normal `x`.
#[inline(always)]
fn split<T: Real>(x: T) -> (T, T) {
    let (k, m) = x.split();
    (k, m - T::of(1.0))
}

/// The same for positive `x`.
#[inline(always)]
fn split_tiny<T: Real>(x: T) -> (T, T) {
    let tiny = x < T::MIN_POSITIVE;
    let up = T::pick((1_u32 << 24) as f32, (1_u64 << 54) as f64);
    let (k, f) = split(select(tiny, x * up, x));
    (select(tiny, k - T::pick(24.0, 54.0), k), f)
}

/// `ln(1 + f)` as a sum, whose second term is below half of the first.
///
/// In single precision by a polynomial. In double precision, where that would take more time than a division, with
/// `s = f / (2 + f)` as f - s (f - R(s^2)), after FreeBSD's `e_log.c`.
#[inline(always)]
fn of_fraction<T: Real>(f: T, t: SimdToken) -> (T, T) {
    if T::SINGLE {
        let square = f * f;
        let series = long_polynomial(f, square, T::coefficients(&LN, &[]), t);
        (f, (square * f).fma(series, T::of(-0.5) * square, t))
    } else if t.fma {
        let (s, z, series) = quotient_series(f, t);
        (f, -s * (-z).fma(series, f, t))
    } else {
        of_fraction_exactly(f, t)
    }
}

/// The same, with the first two terms of the series summed exactly; in double precision as
/// f - f^2/2 + s (f^2/2 + R(s^2)).
#[inline(always)]
fn of_fraction_exactly<T: Real>(f: T, t: SimdToken) -> (T, T) {
    let half = T::of(0.5);
    let (square, square_rest) = two_product(f, f, t);
    let (high, low) = fast_two_sum(f, -half * square);
    let low = (-half).fma(square_rest, low, t);
    if T::SINGLE {
        (high, (square * f).fma(long_polynomial(f, square, T::coefficients(&LN, &[]), t), low, t))
    } else {
        let (s, z, series) = quotient_series(f, t);
        (high, s.fma(z.fma(series, half * square, t), low, t))
    }
}

/// `s = f / (2 + f)`, its square, and R(s^2) / s^2.
#[inline(always)]
fn quotient_series<T: Real>(f: T, t: SimdToken) -> (T, T, T) {
    let s = f / (f + T::of(2.0));
    let z = s * s;
    (s, z, polynomial(z, T::coefficients(&[], &LN_QUOTIENT), t))
}

/// `(k, high, low)` with `ln(x + rest) = k ln 2 + high + low`, for a `rest` below half a unit of `x`, and `x` no
/// smaller than half a unit of 1.
#[inline(always)]
pub(super) fn parts_of_sum<T: Real>(x: T, rest: T, t: SimdToken) -> (T, T, T) {
    let one = T::of(1.0);
    let (k, f) = split(x);
    // The sums that follow add errors of their own, so here the first two terms are summed exactly.
    let (high, low) = of_fraction_exactly(f, t);
    // 1 / (1 + f): a few bits are enough for `rest`.
    let inverse = one - f * (one - f * (one - f));
    // Far out `rest` is nothing beside `x`.
    let far = T::of(60.0);
    let scale = T::two_to(-select(k > far, far, k));
    (k, high, (rest * scale).fma(inverse, low, t))
}

/// `value`, a logarithm with its pole at `pole`, with the right answers there and where there is no number.
#[inline(always)]
fn defined<T: Real>(x: T, pole: T, value: T) -> T {
    let value = select(x < T::INFINITY, value, x);
    let below = select(x == pole, -T::INFINITY, T::NAN);
    select(x > pole, value, below)
}

/// `k ln 2 + high + low`.
#[inline(always)]
pub(super) fn summed<T: Real>(k: T, high: T, low: T, t: SimdToken) -> T {
    let sum = k.fma(T::LN2_HI, high, t);
    let error = k.fma(T::LN2_HI, -sum, t) + high;
    sum + (error + k.fma(T::LN2_LO, low, t))
}

/// A logarithm of any `x` from that of `(1 + f) 2^k`.
#[inline(always)]
fn logarithm<T: Real>(x: T, t: SimdToken, of_parts: impl Fn(T, T) -> T) -> T {
    if t.later(!x.is_ordinary()) {
        let (k, f) = split(x);
        of_parts(k, f)
    } else {
        let (k, f) = split_tiny(x);
        defined(x, T::of(0.0), of_parts(k, f))
    }
}

#[inline(always)]
pub(crate) fn ln<T: Real>(x: T, t: SimdToken) -> T {
    logarithm(x, t, |k, f| {
        let (high, low) = of_fraction(f, t);
        summed(k, high, low, t)
    })
}

/// `ln(1 + f)`, divided by that of a base, as a sum.
#[inline(always)]
fn in_base<T: Real>(f: T, factor: (T, T), t: SimdToken) -> (T, T) {
    // The short way would come within a few hundredths of a unit in double precision, and without a fused multiply-add
    // exceed it.
    let (high, low) = if T::SINGLE && t.fma { of_fraction(f, t) } else { of_fraction_exactly(f, t) };
    let (high, low) = fast_two_sum(high, low);
    let (first, error) = two_product(high, factor.0, t);
    (first, error + low.fma(factor.0, high * factor.1, t))
}

#[inline(always)]
pub(crate) fn log2<T: Real>(x: T, t: SimdToken) -> T {
    logarithm(x, t, |k, f| {
        let (first, rest) = in_base(f, T::LOG2_E, t);
        let (sum, error) = fast_two_sum(k, first);
        sum + (error + rest)
    })
}

#[inline(always)]
pub(crate) fn log10<T: Real>(x: T, t: SimdToken) -> T {
    logarithm(x, t, |k, f| {
        let (first, rest) = in_base(f, T::LOG10_E, t);
        let (sum, error) = fast_two_sum(k * T::LOG10_2_HI, first);
        sum + (error + k.fma(T::LOG10_2_LO, rest, t))
    })
}

/// The sum `1 + x` is taken exactly.
#[inline(always)]
pub(crate) fn ln_1p<T: Real>(x: T, t: SimdToken) -> T {
    let (one, half) = (T::of(1.0), T::of(0.5));
    let (sum, rest) = two_sum(one, x);
    let (k, high, low) = parts_of_sum(sum, rest, t);
    let value = summed(k, high, low, t);
    // Two terms of the series are enough, and all that subnormals need.
    let value = select(x.abs() < T::pick(1e-4, 4e-9), x - half * x * x, value);
    defined(x, -one, value)
}
