//! Inverse hyperbolic functions: logarithms of exact sums.

use super::ln::{parts_of_sum, summed};
use super::real::Real;
use super::select::select;
use super::words::{fast_two_sum, quotient, root, two_product, two_sum};
use crate::simd::SimdToken;

/// `ln(x + sqrt(x^2 + sign))` for `x >= 0`, and for `x >= 1` where the sign is negative.
#[inline(always)]
fn of_root<T: Real>(x: T, sign: T, t: SimdToken) -> T {
    let (zero, one) = (T::of(0.0), T::of(1.0));
    let (square, square_rest) = two_product(x, x, t);
    let (sum, rest) = two_sum(square, sign);
    let (side, side_rest) = root((sum, rest + square_rest), t);
    let side_rest = select(side > zero, side_rest, zero);
    let (high, low) = fast_two_sum(select(side > x, side, x), select(side > x, x, side));
    // Where 1 is nothing beside x^2, which may overflow, it is ln(2x).
    let far = x > T::pick(1e5, 1e10);
    let (high, low) = select(far, (x, zero), fast_two_sum(high, low + side_rest));
    let (k, log, log_rest) = parts_of_sum(high, low, t);
    summed(select(far, k + one, k), log, log_rest, t)
}

#[inline(always)]
pub(crate) fn asinh<T: Real>(x: T, t: SimdToken) -> T {
    let size = x.abs();
    let value = of_root(size, T::of(1.0), t);
    // Two terms of the series.
    let value = select(size < T::pick(0.003, 6e-5), x - x * x * x * T::of(1.0 / 6.0), value).copysign(x);
    select(size < T::INFINITY, value, x)
}

#[inline(always)]
pub(crate) fn acosh<T: Real>(x: T, t: SimdToken) -> T {
    let one = T::of(1.0);
    let value = of_root(x, -one, t);
    let value = select(x < T::INFINITY, value, x);
    select(x < one, T::NAN, value)
}

/// Half of `ln((1 + x) / (1 - x))`.
#[inline(always)]
pub(crate) fn atanh<T: Real>(x: T, t: SimdToken) -> T {
    let (half, one) = (T::of(0.5), T::of(1.0));
    let size = x.abs();
    let (high, low) = quotient(fast_two_sum(one, size), fast_two_sum(one, -size), t);
    let (high, low) = fast_two_sum(high, low);
    let (k, log, log_rest) = parts_of_sum(high, low, t);
    let value = (half * summed(k, log, log_rest, t)).copysign(x);
    let value = select(size < T::pick(0.003, 6e-5), x + x * x * x * T::of(1.0 / 3.0), value);
    let end = select(size == one, T::INFINITY.copysign(x), T::NAN);
    select(size < one, value, end)
}
