//! Inverse trigonometric functions: arguments moved near zero by the addition theorems, then an odd polynomial.

use super::real::Real;
use super::select::select;
use super::words::{fast_two_sum, polynomial, quotient, root, two_sum};
use crate::simd::SimdToken;

/// (atan(z) / z - 1) / z^2 in powers of z^2, for z up to tan(pi/8).
const ATAN_F32: [f32; 5] = [-0.3333332, 0.19998646, -0.14246243, 0.106110685, -0.06116949];
const ATAN_F64: [f64; 12] = [
    -0.3333333333333333,
    0.1999999999999891,
    -0.1428571428551068,
    0.11111111094503655,
    -0.09090908339616179,
    0.07692286617674157,
    -0.06666277486918779,
    0.05877470074177269,
    -0.05221036981196013,
    0.04513403360852757,
    -0.0336872231394817,
    0.015396843183309944,
];
/// The same for single precision in double precision.
const ATAN_SHORT: [f64; 7] = [
    -0.33333333315081765,
    0.1999999607730042,
    -0.14285480645171456,
    0.1110489467833543,
    -0.09004060651885115,
    0.0702050505477021,
    -0.03839439194847678,
];
/// atan(z) / z - 1 in powers of z^2 - 1/2, for z up to 1.
const ATAN_SINGLE: [f32; 10] = [
    -0.12958024,
    -0.2037531,
    0.08340701,
    -0.04024629,
    0.021061977,
    -0.011564534,
    0.0064083,
    -0.003682437,
    0.0028343815,
    -0.0017534419,
];
/// (asin(x) / x - 1) / x^2 in powers of x^2, for x up to 1/2.
const ASIN_F32: [f32; 6] = [0.16666663, 0.07500357, 0.04453992, 0.03164388, 0.014984227, 0.036827724];
const ASIN_F64: [f64; 14] = [
    0.16666666666666666,
    0.0750000000000083,
    0.044642857141331496,
    0.030381944562897924,
    0.022372154047305606,
    0.017352897609675847,
    0.013962509186564248,
    0.011580038497467294,
    0.00952122564169983,
    0.009836679785180066,
    0.001235848064716327,
    0.023664461109963234,
    -0.024709634301875723,
    0.032845234014395396,
];
/// pi as a sum.
#[inline(always)]
fn pi<T: Real>() -> (T, T) {
    (T::pick(std::f32::consts::PI, std::f64::consts::PI), T::pick(-8.742278e-8, 1.2246467991473532e-16))
}

/// tan(pi/8) and tan(3 pi/8).
const EIGHTH: f64 = 0.41421356237309503;
const THREE_EIGHTHS: f64 = 2.414213562373095;

/// The angle of the point (`x`, `y`) as a sum, for `x` and `y` not negative, neither infinite nor both zero.
#[inline(always)]
fn angle<T: Real>(y: T, x: T, t: SimdToken) -> (T, T) {
    let (zero, one) = (T::of(0.0), T::of(1.0));
    // Turned by -pi/4 or -pi/2 where the angle is larger than pi/8.
    let (difference, sum) = (two_sum(y, -x), two_sum(y, x));
    let eighths = select(y > x * T::of(EIGHTH), one, zero);
    let (above, below) = select(y > x * T::of(EIGHTH), (difference, sum), ((y, zero), (x, zero)));
    let far = y > x * T::of(THREE_EIGHTHS);
    let (above, below) = select(far, ((-x, zero), (y, zero)), (above, below));
    let turns = select(far, one + one, eighths);
    let (z, z_rest) = quotient(above, below, t);
    let square = z * z;
    // The derivative of atan, for the correction.
    let slope = one - square * (one - square);
    let tail = (z * square).fma(polynomial(square, T::coefficients(&ATAN_F32, &ATAN_F64), t), z_rest * slope, t);
    let quarter = T::of(0.25);
    let (high, low) = fast_two_sum(turns * (quarter * pi().0), z);
    (high, turns.fma(quarter * pi::<T>().1, low + tail, t))
}

#[inline(always)]
pub(crate) fn atan<T: Real>(x: T, t: SimdToken) -> T {
    // Beyond, the result is pi/2.
    let limit = T::pick(1e9, 1e18);
    let size = select(x.abs() > limit, limit, x.abs());
    let (high, low) = angle(size, T::of(1.0), t);
    select(size < T::pick(1e-4, 1e-8), x, (high + low).copysign(x))
}

/// A type with the angle of a point.
pub(crate) trait Atan2 {
    fn atan2(self, x: Self, t: SimdToken) -> Self;
}

impl Atan2 for f32 {
    #[inline(always)]
    fn atan2(self, x: f32, t: SimdToken) -> f32 {
        if !t.fma {
            return atan2_wide(self, x, t);
        }
        // Bounds within which no error underflows, and nothing is infinite.
        const TINY: f32 = 1.0 / (1_u64 << 60) as f32;
        const HUGE: f32 = (1_u128 << 120) as f32;
        let (a, b) = (self.abs(), x.abs());
        let (larger, smaller) = (select(a > b, a, b), select(a > b, b, a));
        let is_tiny = larger < TINY;
        let angle = atan2_near(self, x, select(is_tiny, TINY, larger), smaller, t);
        // Two zeros have the angle of 0 and `TINY`.
        let is_far = larger > HUGE || is_tiny && larger > 0.0;
        if t.later(is_far) { angle } else { select(is_far, atan2_wide(self, x, t), angle) }
    }
}

/// The angle of (`x`, `y`), from the larger and the smaller of their magnitudes.
#[inline(always)]
fn atan2_near(y: f32, x: f32, larger: f32, smaller: f32, t: SimdToken) -> f32 {
    const SIGN: u32 = 1 << 31;
    let z = smaller / larger;
    let place = z.fma(z, -0.5, t);
    // What is left of the quotient, times a slope of the inverse tangent; an eighth of it may be wrong.
    let inverse = f32::from_bits(0x7ef3_11c7 - larger.to_bits());
    let z_rest = (-z).fma(larger, smaller, t) * (inverse * place.fma(-0.5, 0.75, t));
    // pi/2 - z, pi/2 + z, z or pi - z.
    let across = y.abs() > x.abs();
    let start = select(across, 0.5, select(x.is_sign_negative(), 1.0, 0.0));
    let sign = (x.to_bits() ^ select(across, -0.0_f32, 0.0).to_bits()) & SIGN;
    let (z, z_rest) = (f32::from_bits(z.to_bits() ^ sign), f32::from_bits(z_rest.to_bits() ^ sign));
    let (high, low) = fast_two_sum(start * pi::<f32>().0, z);
    let low = low + start.fma(pi::<f32>().1, z_rest, t);
    let tail = z.fma(polynomial(place, &ATAN_SINGLE, t), low, t);
    (high + tail).copysign(y)
}

/// In double precision, where no quotient underflows.
#[inline(always)]
fn atan2_wide(y: f32, x: f32, t: SimdToken) -> f32 {
    let (y, x) = (f64::from(y), f64::from(x));
    let (a, b) = finite(y.abs(), x.abs());
    let larger = select(a > b, a, b);
    let smaller = select(a > b, b, a);
    let turned = smaller > larger * EIGHTH;
    let (above, below) = select(turned, (smaller - larger, smaller + larger), (smaller, larger));
    let z = above / below;
    let square = z * z;
    let near = (z * square).fma(polynomial(square, &ATAN_SHORT, t), z, t);
    let near = select(turned, near + std::f64::consts::FRAC_PI_4, near);
    let right = select(a > b, std::f64::consts::FRAC_PI_2 - near, near);
    let angle = select(x.is_sign_negative(), std::f64::consts::PI - right, right);
    select(y.is_nan() || x.is_nan(), f32::NAN, angle.copysign(y) as f32)
}

impl Atan2 for f64 {
    #[inline(always)]
    fn atan2(self, x: f64, t: SimdToken) -> f64 {
        let (large, small) = (2_f64.powi(500), 2_f64.powi(-400));
        let (a, b) = finite(self.abs(), x.abs());
        let larger = select(a > b, a, b);
        // So that neither a sum overflows nor an error underflows.
        let scale = select(larger < small, 2_f64.powi(600), 1.0);
        let scale = select(larger > large, 2_f64.powi(-600), scale);
        let (high, low) = angle(a * scale, b * scale, t);
        let right = high + low;
        // Where the angle is the quotient, it may be subnormal.
        let right = select(a < b * small, a / b, right);
        let (left, left_low) = fast_two_sum(std::f64::consts::PI, -high);
        let left = left + (left_low + (pi::<f64>().1 - low));
        let angle = select(x.is_sign_negative(), left, right);
        select(self.is_nan() || x.is_nan(), f64::NAN, angle.copysign(self))
    }
}

/// A point of the same direction with finite coordinates that are not both zero.
#[inline(always)]
fn finite(a: f64, b: f64) -> (f64, f64) {
    let to_one = |v: f64| select(v == f64::INFINITY, 1.0, 0.0);
    let infinite = a == f64::INFINITY || b == f64::INFINITY;
    let (a, b) = select(infinite, (to_one(a), to_one(b)), (a, b));
    (a, select(a == 0.0 && b == 0.0, 1.0, b))
}

#[inline(always)]
pub(crate) fn atan2<T: Atan2>(y: T, x: T, t: SimdToken) -> T {
    y.atan2(x, t)
}

/// `(w, tail)` with the inverse sine of a number `w + tail`: that of `w` and its rounding error, where `w` is `size` up
/// to 1/2, and above it sqrt((1 - size) / 2), of which asin(size) is pi/2 less twice the inverse sine.
#[inline(always)]
fn asin_parts<T: Real>(size: T, t: SimdToken) -> (T, T) {
    let (zero, half) = (T::of(0.0), T::of(0.5));
    let square = select(size > half, half * (T::of(1.0) - size), size * size);
    let (side, side_rest) = root((square, zero), t);
    let side_rest = select(side > zero, side_rest, zero);
    let (w, w_rest) = select(size > half, (side, side_rest), (size, zero));
    (w, (w * square).fma(polynomial(square, T::coefficients(&ASIN_F32, &ASIN_F64), t), w_rest, t))
}

#[inline(always)]
pub(crate) fn asin<T: Real>(x: T, t: SimdToken) -> T {
    let (half, two) = (T::of(0.5), T::of(2.0));
    let size = x.abs();
    let (w, tail) = asin_parts(size, t);
    let (high, low) = fast_two_sum(half * pi::<T>().0, -(two * w));
    let far = high + (low + (half * pi::<T>().1 - two * tail));
    let value = select(size > half, far, w + tail);
    select(size > T::of(1.0), T::NAN, value.copysign(x))
}

#[inline(always)]
pub(crate) fn acos<T: Real>(x: T, t: SimdToken) -> T {
    let (zero, half, two) = (T::of(0.0), T::of(0.5), T::of(2.0));
    let size = x.abs();
    let (w, tail) = asin_parts(size, t);
    // pi/2 - asin(x) in the middle, 2 asin(w) right of it, pi less that left of it.
    let far = size > half;
    let right = two * (w + tail);
    let (start, start_rest) = pi::<T>();
    let negative = x < zero;
    let (start, start_rest) = select(far, (start, start_rest), (half * start, half * start_rest));
    let (less, less_rest) = select(far, (two * w, two * tail), (w, tail));
    let back = negative && !far;
    let (less, less_rest) = select(back, (-less, -less_rest), (less, less_rest));
    let (high, low) = fast_two_sum(start, -less);
    let value = high + (low + (start_rest - less_rest));
    let value = select(far && !negative, right, value);
    select(size > T::of(1.0), T::NAN, value)
}
