//! The error function and its complement.
//!
//! Below 3/4 a polynomial in `x^2`. Above, `erfc(x) = exp(-x^2) p(t) / (1 + 2x)` with `t = (x - 4) / (x + 4)`, as in
//! Shepherd and Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x in 0 <= x < infinity" (1981).

use super::exp::{EXP2_F32, EXP2_F64, reduce_sum, reduced, scaled};
use super::real::Real;
use super::select::select;
use super::words::{fast_two_sum, polynomial, quotient, two_product, two_sum};
use crate::simd::SimdToken;

/// erf(x) / x - 1 in powers of x^2, for x up to 3/4.
const ERF_F32: [f32; 6] = [0.12837917, -0.3761262, 0.11283392, -0.026835358, 0.005115807, -0.00067597075];
const ERF_F64: [f64; 12] = [
    0.1283791670955126,
    -0.37612638903183754,
    0.11283791670955087,
    -0.026866170645118495,
    0.005223977625222794,
    -0.0008548327001177323,
    0.00012055331546993275,
    -1.4925589425655121e-5,
    1.6460383791659424e-6,
    -1.6333232943986987e-7,
    1.4413875565694257e-8,
    -9.502729888993342e-10,
];
/// The same in powers of x^2 - 1/2, for x up to 1.
const ERF_ALONE_F32: [f32; 7] =
    [-0.03453126, -0.2810722, 0.079409994, -0.018283356, 0.003480168, -0.0005654114, 7.888805e-5];
const ERF_ALONE_F64: [f64; 13] = [
    -0.03453126133013269,
    -0.2810721780454342,
    0.07940998675593483,
    -0.018283884489152906,
    0.0034802744966656424,
    -0.0005611894221159838,
    7.829649525412902e-05,
    -9.614808686957293e-06,
    1.0536449562299735e-06,
    -1.0420369385547543e-07,
    9.387618002438165e-09,
    -7.79855138681656e-10,
    5.960415365014176e-11,
];
/// log2(erfc(x)) in powers of x - 1, for x from 1 up, in double precision.
const LOG2_ERFC: [f64; 18] = [
    -2.6684166967815997,
    -3.807225345853586,
    -1.216346657687225,
    -0.059959990014674606,
    0.014475749826992814,
    -0.0028535082750868255,
    0.00034237524279402676,
    3.793758147820591e-05,
    -3.9239823716573095e-05,
    1.3952847839502806e-05,
    -3.0757392031960344e-06,
    2.954815578043499e-07,
    8.369259604533471e-08,
    -4.817312827040029e-08,
    1.2289887149729784e-08,
    -1.9030397642129783e-09,
    1.7214786191048093e-10,
    -7.018576126050775e-12,
];
/// The root of erfc(x) in powers of x - 17/16, for x from 1 up, in single precision.
const ROOT_ERFC: [f32; 11] = [
    0.36461174,
    -0.50039905,
    0.18829805,
    0.048556786,
    -0.047263972,
    -0.0008128895,
    0.009099951,
    -0.002767683,
    5.56327e-5,
    0.00010112394,
    -1.3203697e-5,
];
/// The first of both up to 1.12, and the second, with a term less, from there on: for fused multiply-adds, without
/// which the first would err too much.
const ERF_ALONE_FUSED: [f32; 7] =
    [-0.034531258, -0.2810722, 0.07940971, -0.018283438, 0.0034831236, -0.0005648533, 7.136442e-5];
const ROOT_ERFC_FUSED: [f32; 10] = [
    0.36461207,
    -0.5004099,
    0.18842384,
    0.047876786,
    -0.045290753,
    -0.0041402476,
    0.012494763,
    -0.0048817946,
    0.000837708,
    -5.616449e-5,
];
/// (1 + 2x) exp(x^2) erfc(x) in powers of t, without the constant term, which is a sum.
const ERFC_F32: [f32; 11] = [
    -0.13962112,
    0.015379611,
    0.06809705,
    -0.10103771,
    0.09373387,
    -0.066346385,
    0.037147243,
    -0.016123217,
    0.0051681423,
    -0.00084546395,
    -0.00050151785,
];
const ERFC_F64: [f64; 22] = [
    -0.1396211168405625,
    0.015379652102620087,
    0.06809705425469101,
    -0.10103906603632895,
    0.09373283499842457,
    -0.06633036581151874,
    0.03716751553594995,
    -0.01619773406811368,
    0.005031969995302468,
    -0.0007577731988673909,
    -0.00019925681451020568,
    0.00015062118638833292,
    -2.4398672693763234e-5,
    -1.1220309594392172e-5,
    5.708080479213838e-6,
    2.899110844349535e-7,
    -8.220188801935206e-7,
    8.015822735079763e-8,
    1.0548581823467876e-7,
    -2.238569088527885e-8,
    -1.050259427766489e-8,
    3.415685615936464e-9,
];

/// `erf(x) - x`, for `|x| <= 3/4`.
#[inline(always)]
fn central<T: Real>(x: T, t: SimdToken) -> T {
    x * polynomial(x * x, T::coefficients(&ERF_F32, &ERF_F64), t)
}

/// `erfc(x)`, for `x >= 3/4`, and in single precision from 0.6 on.
#[inline(always)]
fn outer<T: Real>(x: T, t: SimdToken) -> T {
    // Above, the result is zero.
    let limit = T::pick(10.5, 28.0);
    let x = select(x > limit, limit, x);
    let four = T::of(4.0);
    let place = (x - four) / (x + four);
    let first = T::pick(1.2329952, 1.2329951186255526);
    let first_rest = T::pick(-3.36541e-8, -4.6334042482746785e-17);
    let (sum, rest) = fast_two_sum(first, place * polynomial(place, T::coefficients(&ERFC_F32, &ERFC_F64), t));
    let rest = rest + first_rest;
    let (square, square_rest) = two_product(x, x, t);
    let (n, r, c) = reduce_sum(-square, -square_rest, t);
    let (exp, exp_rest) = reduced(r, c, t);
    let (exp, exp_rest) = fast_two_sum(exp, exp_rest);
    let (product, product_rest) = two_product(exp, sum, t);
    let product_rest = product_rest + exp.fma(rest, exp_rest * sum, t);
    let (value, value_rest) = quotient((product, product_rest), two_sum(T::of(1.0), x + x), t);
    scaled(value + value_rest, n, t)
}

#[inline(always)]
pub(crate) fn erf<T: Real>(x: T, t: SimdToken) -> T {
    let size = x.abs();
    // In double precision the polynomial needs a fused multiply-add to stay well below a unit.
    let value = if T::SINGLE || t.fma {
        without_quotient(size, t)
    } else {
        select(size < T::of(0.75), size + central(size, t), T::of(1.0) - outer(size, t))
    };
    value.copysign(x)
}

/// A polynomial up to 1, or a little more; further out 1 less the square of one, or in double precision less 2 to the
/// power of one: that takes fewer terms, and the square loses less.
#[inline(always)]
fn without_quotient<T: Real>(x: T, t: SimdToken) -> T {
    let one = T::of(1.0);
    let (border, near, root) = match t.fma {
        true => (1.12, &ERF_ALONE_FUSED, &ROOT_ERFC_FUSED[..]),
        false => (1.0, &ERF_ALONE_F32, &ROOT_ERFC[..]),
    };
    let place = x.fma(x, T::of(-0.5), t);
    let near = x.fma(polynomial(place, T::coefficients(near, &ERF_ALONE_F64), t), x, t);
    // Above, the result is 1.
    let limit = T::pick(4.0, 5.95);
    let size = select(x > limit, limit, x);
    let far = if T::SINGLE {
        let root = polynomial(size - T::of(17.0 / 16.0), T::coefficients(root, &[]), t);
        (-root).fma(root, one, t)
    } else {
        let log = polynomial(size - one, T::coefficients(&[], &LOG2_ERFC), t);
        let (n, scale) = log.whole(one, t);
        let f = log - n;
        let exp2 = f.fma(f.fma(polynomial(f, T::coefficients(&EXP2_F32, &EXP2_F64), t), T::LN2.0, t), one, t);
        (-scale).fma(exp2, one, t)
    };
    select(x < T::pick(border, 1.0), near, far)
}

#[inline(always)]
pub(crate) fn erfc<T: Real>(x: T, t: SimdToken) -> T {
    let (one, two) = (T::of(1.0), T::of(2.0));
    let size = x.abs();
    let far = outer(size, t);
    let far = select(x < T::of(0.0), two - far, far);
    let (high, low) = fast_two_sum(one, -x);
    // Further out the result is small beside the terms.
    select(size < T::pick(0.66, 0.75), high + (low - central(x, t)), far)
}
