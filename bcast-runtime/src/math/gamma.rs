//! The logarithm of the gamma function, in single precision, computed in double precision.
//!
//! Up to 5/2 a polynomial for arguments near 2, to which others are moved by `gamma(y + 1) = y gamma(y)`; above,
//! Stirling's formula. Negative arguments are reflected: `gamma(-a) gamma(1 + a) = -pi / sin(pi a)`.
//!
//! The absolute error is some 2^-44. That is more than a unit of the result only next to the zeros of negative
//! arguments, where the function of the crate `libm` takes over; and in double precision, where all of this would need
//! pairs of floats.

use super::real::Real;
use super::select::select;
use super::words::polynomial;
use crate::simd::SimdToken;
use std::f64::consts::LN_2;

/// ln(gamma(2 + z)) / z in powers of z, for z from -1/2 to 1/2.
const NEAR: [f64; 14] = [
    0.4227843350984483,
    0.3224670334242402,
    -0.06735230104585252,
    0.02058080841110746,
    -0.007385551495928369,
    0.0028905109731786785,
    -0.0011927427909132048,
    0.0005096585056795446,
    -0.00022328030078461942,
    9.955506743083611e-5,
    -4.420441538220367e-5,
    2.004499554599507e-5,
    -1.145712358382083e-5,
    5.473004741212715e-6,
];
/// x (ln(gamma(x)) - (x - 1/2) ln(x) + x - ln(2 pi) / 2) in powers of 1 / x^2, for x from 5/2 on.
const FAR: [f64; 8] = [
    0.08333333333260902,
    -0.00277777752700818,
    0.0007936262484756901,
    -0.0005941537261146562,
    0.0008155654120072581,
    -0.0015334513398436622,
    0.0026874848926328352,
    -0.0026413156934836546,
];
/// sin(pi/2 r) / r in powers of r^2, for r up to 1.
const SIN: [f64; 7] = [
    1.5707963267947986,
    -0.6459640974971635,
    0.07969262610684909,
    -0.004681753326037678,
    0.00016043892986397371,
    -3.5955981099861964e-6,
    5.4589862036458465e-8,
];
/// (ln((1 + s) / (1 - s)) / s - 2) / s^2 in powers of s^2.
const LN: [f64; 6] = [
    0.6666666666662215,
    0.400000000388995,
    0.2857141892957682,
    0.2222326130395832,
    0.18126798075712627,
    0.16785669794776664,
];
/// ln(2 pi) / 2.
const HALF_LN_TWO_PI: f64 = 0.9189385332046728;
/// Results of negative arguments below this are next to a zero.
const CLOSE: f64 = 1.0 / (1 << 18) as f64;
const LN_PI: f64 = 1.1447298858494002;

/// `ln(m)` for `m` from sqrt(1/2) to sqrt(2), where `inverse` is `1 / (m + 1)`.
#[inline(always)]
fn ln_near_one(m: f64, inverse: f64, t: SimdToken) -> f64 {
    let s = (m - 1.0) * inverse;
    let z = s * s;
    s.fma(z * polynomial(z, &LN, t), s + s, t)
}

#[inline(always)]
pub(crate) fn ln_gamma(x: f32, t: SimdToken) -> f32 {
    if !t.fma {
        // Two doubles at once take twice the time of one. In single precision `libm` is off by more than a unit.
        return libm::lgamma(x.into()) as f32;
    }
    let x = f64::from(x);
    let size = x.abs();
    // What the logarithm is not asked for stands for 1: zero, infinities and, below, poles.
    let a = select(size > 0.0, size, 1.0);
    let a = select(a < f64::INFINITY, a, 1.0);
    let whole = a.nearest();
    // From 2^51 on floats are integers, which `nearest` does not see.
    let off = select(a < (1_u64 << 50) as f64, a - whole, 0.0);
    let off = off + off;
    let sine = (off * polynomial(off * off, &SIN, t)).abs();
    let pole = sine == 0.0;
    let negative = x < 0.0;
    let a = select(negative, a + 1.0, a);
    // ln(gamma(y - 1)) = ln(gamma(y)) - ln(y - 1), once or twice, so that y is near 2.
    let far = a >= 2.5;
    let (y, factor) = select(a < 0.5, (a + 2.0, a * (a + 1.0)), (a + 1.0, a));
    let (y, factor) = select(a < 1.5, (y, factor), (a, 1.0));
    let factor = select(far, a, factor);
    let (k, m) = factor.split();
    let (l, n) = select(pole, 1.0, sine).split();
    // One division for three.
    let (m1, n1) = (m + 1.0, n + 1.0);
    let inverse = 1.0 / (a * (m1 * n1));
    let log = k.fma(LN_2, ln_near_one(m, inverse * (a * n1), t), t);
    let log_sine = l.fma(LN_2, ln_near_one(n, inverse * (a * m1), t), t);
    let over = inverse * (m1 * n1);

    let z = y - 2.0;
    let near = z.fma(polynomial(z, &NEAR, t), -log, t);
    let stirling = over.fma(polynomial(over * over, &FAR, t), HALF_LN_TWO_PI, t);
    let stirling = (a - 0.5).fma(log, stirling - a, t);
    let value = select(far, stirling, near);
    let reflected = (LN_PI - log_sine) - value;
    let value = select(negative, reflected, value);
    let value = select(negative && pole || size == 0.0, f64::INFINITY, value);
    let value = select(size < f64::INFINITY, value, size);
    let is_close = negative & (value.abs() < CLOSE);
    if t.later(is_close) || !is_close { value as f32 } else { libm::lgamma(x) as f32 }
}
