//! The cube root, and the length of a vector.

use super::real::Real;
use super::select::select;
use super::words::{polynomial, root, two_product, two_sum};
use crate::simd::SimdToken;

/// m^(-1/3) for m from sqrt(1/2) to sqrt(2).
const CBRT_F32: [f32; 4] = [1.7336373, -1.2945058, 0.72184205, -0.16120948];
const CBRT_F64: [f64; 5] =
    [1.877063692836609, -1.8720011847993887, 1.5762413057653555, -0.7119447033940925, 0.13062084904990828];

/// `x = m 2^(3q + e)` with `e` from -1 to 1; a step of third order for the inverse root, and one of Newton's for the
/// root, whose error is computed exactly: nothing is divided.
#[inline(always)]
pub(crate) fn cbrt<T: Real>(x: T, t: SimdToken) -> T {
    let (zero, one, third) = (T::of(0.0), T::of(1.0), T::pick(1.0 / 3.0, 1.0 / 3.0));
    let size = x.abs();
    let tiny = size < T::MIN_POSITIVE;
    let (k, m) = (select(tiny, size * T::pick((1_u32 << 24) as f32, (1_u64 << 54) as f64), size)).split();
    let k = select(tiny, k - T::pick(24.0, 54.0), k);
    let q = (k * third).nearest();
    let e = k - T::of(3.0) * q;
    let r = polynomial(m, T::coefficients(&CBRT_F32, &CBRT_F64), t);
    let (down, up) = (T::pick(0.7937005, 0.7937005259840998), T::pick(1.259921, 1.2599210498948732));
    let r = select(e > zero, r * down, r);
    let r = select(e < zero, r * up, r);
    let m = m * T::two_to(e);
    let off = one - m * r * r * r;
    let r = (r * off).fma(off.fma(T::pick(2.0 / 9.0, 2.0 / 9.0), third, t), r, t);
    let c = m * r * r;
    let (square, square_rest) = two_product(c, c, t);
    let (cube, cube_rest) = two_product(square, c, t);
    let off = ((m - cube) - cube_rest) - square_rest * c;
    let value = ((off * r * r).fma(third, c, t) * T::two_to(q)).copysign(x);
    select(size > zero && size < T::INFINITY, value, x)
}

/// A type with vectors.
pub(crate) trait Hypot {
    fn hypot(self, y: Self, t: SimdToken) -> Self;
}

impl Hypot for f32 {
    /// Squares are exact in double precision.
    #[inline(always)]
    fn hypot(self, y: f32, _: SimdToken) -> f32 {
        let (a, b) = (f64::from(self), f64::from(y));
        let length = (a * a + b * b).sqrt() as f32;
        select(self.abs() == f32::INFINITY || y.abs() == f32::INFINITY, f32::INFINITY, length)
    }
}

impl Hypot for f64 {
    #[inline(always)]
    fn hypot(self, y: f64, t: SimdToken) -> f64 {
        let (a, b) = (self.abs(), y.abs());
        let (larger, smaller) = select(a > b, (a, b), (b, a));
        // So that neither a square overflows nor the error of one underflows.
        let (up, down) = (2_f64.powi(600), 2_f64.powi(-600));
        let (scale, back) = select(larger < 2_f64.powi(-400), (up, down), (1.0, 1.0));
        let (scale, back) = select(larger > 2_f64.powi(500), (down, up), (scale, back));
        let (larger, smaller) = (larger * scale, smaller * scale);
        let (first, first_rest) = two_product(larger, larger, t);
        let (second, second_rest) = two_product(smaller, smaller, t);
        let (sum, rest) = two_sum(first, second);
        let (length, length_rest) = root((sum, rest + (first_rest + second_rest)), t);
        let length = (length + length_rest) * back;
        let length = select(a == 0.0 && b == 0.0, 0.0, length);
        select(a == f64::INFINITY || b == f64::INFINITY, f64::INFINITY, length)
    }
}

#[inline(always)]
pub(crate) fn hypot<T: Hypot>(x: T, y: T, t: SimdToken) -> T {
    x.hypot(y, t)
}
