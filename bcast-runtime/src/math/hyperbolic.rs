//! Hyperbolic functions, on the reduction of `exp`.

use super::exp::{exp_m1_words, reduce};
use super::real::Real;
use super::select::select;
use super::words::{fast_two_sum, polynomial, quotient, two_sum};
use crate::simd::SimdToken;

/// (cosh(r) - 1) / r^2 in powers of r^2.
const COSH_F32: [f32; 3] = [0.5, 0.041666266, 0.001394623];
const COSH_F64: [f64; 6] = [
    0.5,
    0.04166666666666671,
    0.0013888888888864141,
    2.4801587363095802e-5,
    2.7557242031380804e-7,
    2.0924371428959754e-9,
];
/// (sinh(r) - r) / r^3 in powers of r^2.
const SINH_F32: [f32; 3] = [0.16666667, 0.008333289, 0.00019904961];
const SINH_F64: [f64; 6] = [
    0.16666666666666666,
    0.008333333333333337,
    0.00019841269841253345,
    2.755731926498367e-6,
    2.505205693242386e-8,
    1.609078279135291e-10,
];

/// tanh(x) / x - 1 in powers of x^2 less a number, for x up to 1.
const TANH_F32: [f32; 8] =
    [-0.1501344, -0.22441931, 0.07304711, -0.024165358, 0.007999543, -0.0026411407, 0.0009330987, -0.00033595864];
const TANH_F64: [f64; 17] = [
    -0.14052359540765264,
    -0.23072155822642257,
    0.07619617992685512,
    -0.0255657071881266,
    0.008593477435041815,
    -0.0028892074441535538,
    0.0009714070257838643,
    -0.00032660695287458556,
    0.00010981198949009187,
    -3.692094405552772e-05,
    1.2413706428309637e-05,
    -4.174574668083222e-06,
    1.4030022510868227e-06,
    -4.6836818386472686e-07,
    1.5889044995172707e-07,
    -6.061758838141523e-08,
    1.8973763698424215e-08,
];
/// (exp(2r) - 1 - 2r) / r^2.
const EXP_TWICE_F32: [f32; 5] = [2.0, 1.3333215, 0.6666593, 0.26780445, 0.08928311];
const EXP_TWICE_F64: [f64; 10] = [
    2.000000000000005,
    1.333333333333336,
    0.6666666666642466,
    0.2666666666658307,
    0.08888888926091465,
    0.02539682549425703,
    0.00634918142468677,
    0.0014109294737307209,
    0.0002829443176811782,
    5.144139739408502e-05,
];

/// `(exp(x) + sign exp(-x)) / 2` for `x >= 0`.
///
/// With `x = n ln 2 + r` both exponentials have the same cosh(r) and sinh(r), so nothing is divided, and around zero
/// (n = 0) the difference is sinh(r) itself: nothing cancels.
#[inline(always)]
fn half_sum<T: Real>(x: T, sign: T, t: SimdToken) -> T {
    // Above, the result is infinite.
    let limit = T::pick(89.5, 710.5);
    let (n, r, c) = reduce(select(x > limit, limit, x), t);
    // A quarter of each exponential: the larger may overflow where the result does not. Where the smaller is
    // nothing beside it, its exponent stays in bounds.
    let far = T::of(60.0);
    let grown = T::two_to(n - T::of(2.0));
    let shrunk = sign * T::two_to(T::of(-2.0) - select(n > far, far, n));
    let square = r * r;
    let even = square * polynomial(square, T::coefficients(&COSH_F32, &COSH_F64), t);
    let odd = (r * square).fma(polynomial(square, T::coefficients(&SINH_F32, &SINH_F64), t), c, t);
    let (ones, ones_low) = fast_two_sum(grown, shrunk);
    let (first, first_low) = fast_two_sum(grown * r, -(shrunk * r));
    let (high, low) = two_sum(ones, first);
    let rest = grown.fma(even + odd, shrunk * (even - odd), t);
    let sum = high + (rest + (low + (ones_low + first_low)));
    sum + sum
}

#[inline(always)]
pub(crate) fn sinh<T: Real>(x: T, t: SimdToken) -> T {
    let sinh = half_sum(x.abs(), T::of(-1.0), t).copysign(x);
    select(x.abs() < T::pick(1e-4, 1e-8), x, sinh)
}

#[inline(always)]
pub(crate) fn cosh<T: Real>(x: T, t: SimdToken) -> T {
    half_sum(x.abs(), T::of(1.0), t)
}

#[inline(always)]
pub(crate) fn tanh<T: Real>(x: T, t: SimdToken) -> T {
    // Without a fused multiply-add the polynomial is off by a little more than a unit.
    let value = if t.fma { tanh_fused(x.abs(), t) } else { tanh_words(x.abs(), t) };
    value.copysign(x)
}

/// `1 - 2 / (exp(2x) + 1)` where the second term is small enough, else a polynomial.
#[inline(always)]
fn tanh_fused<T: Real>(x: T, t: SimdToken) -> T {
    let (one, two) = (T::of(1.0), T::of(2.0));
    let place = x.fma(x, T::pick(-2249.0 / 4096.0, -519.0 / 1024.0), t);
    let near = x.fma(polynomial(place, T::coefficients(&TANH_F32, &TANH_F64), t), x, t);
    // Above, the result is 1.
    let limit = T::pick(10.0, 20.0);
    let size = select(x > limit, limit, x);
    let (n, scale) = size.whole(two * T::LOG2_E.0, t);
    let half = T::of(0.5);
    // In single precision one step will do: `n` is at most 29, and where it counts 3; the nearest float to ln 2 is off
    // by 2e-9.
    let r = match T::SINGLE {
        true => (-n).fma(half * T::LN2.0, size, t),
        false => (-n).fma(half * T::LN2_LO, (-n).fma(half * T::LN2_HI, size, t), t),
    };
    let exp = r.fma(r.fma(polynomial(r, T::coefficients(&EXP_TWICE_F32, &EXP_TWICE_F64), t), two, t), one, t);
    let far = one - two / scale.fma(exp, one, t);
    select(x < T::pick(1.0, 1.02), near, far)
}

/// `e / (e + 2)` with `e = exp(2x) - 1`.
#[inline(always)]
fn tanh_words<T: Real>(x: T, t: SimdToken) -> T {
    // Above, the result is 1.
    let limit = T::pick(10.0, 20.0);
    let size = select(x > limit, limit, x);
    let (high, low) = exp_m1_words(size + size, t);
    let (high, low) = fast_two_sum(high, low);
    let (sum, rest) = two_sum(T::of(2.0), high);
    let (first, second) = quotient((high, low), (sum, rest + low), t);
    select(size < T::pick(1e-4, 1e-8), x, first + second)
}
