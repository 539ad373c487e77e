//! Numbers as unevaluated sums of two floats, and polynomials.
//!
//! The exact sums and products are those of Dekker, "A floating-point technique for extending the available precision"
//! (1971), and Knuth, "The Art of Computer Programming", volume 2, section 4.2.2.

use super::real::Real;
use crate::simd::SimdToken;

/// `a + b` exactly, as the rounded sum and its error, where `a` is zero or not below `b` in exponent.
#[inline(always)]
pub(super) fn fast_two_sum<T: Real>(a: T, b: T) -> (T, T) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// `a + b` exactly, as the rounded sum and its error.
#[inline(always)]
pub(super) fn two_sum<T: Real>(a: T, b: T) -> (T, T) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// `a * b` as the rounded product and its error; without a fused operation that error itself may be rounded.
#[inline(always)]
pub(super) fn two_product<T: Real>(a: T, b: T, t: SimdToken) -> (T, T) {
    let product = a * b;
    let error = if t.fma {
        a.fma(b, -product, t)
    } else {
        let (a1, b1) = (a.upper(), b.upper());
        let (a2, b2) = (a - a1, b - b1);
        a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2)
    };
    (product, error)
}

/// The quotient of two pairs, by one division: `(quotient, correction)`.
#[inline(always)]
pub(super) fn quotient<T: Real>(above: (T, T), below: (T, T), t: SimdToken) -> (T, T) {
    let inverse = T::of(1.0) / below.0;
    let first = above.0 * inverse;
    let off = if t.fma {
        (-first).fma(below.0, above.0, t)
    } else {
        let (product, error) = two_product(first, below.0, t);
        (above.0 - product) - error
    };
    (first, (off + (-first).fma(below.1, above.1, t)) * inverse)
}

/// One by a pair.
#[inline(always)]
pub(super) fn inverse<T: Real>(of: (T, T), t: SimdToken) -> T {
    let one = T::of(1.0);
    let first = one / of.0;
    let off = if t.fma {
        (-first).fma(of.0, one, t)
    } else {
        let (product, error) = two_product(first, of.0, t);
        (one - product) - error
    };
    first.fma((-first).fma(of.1, off, t), first, t)
}

/// The square root of a pair with a positive first word: `(root, correction)`.
#[inline(always)]
pub(super) fn root<T: Real>(of: (T, T), t: SimdToken) -> (T, T) {
    let first = of.0.sqrt();
    let (square, error) = two_product(first, first, t);
    let rest = ((of.0 - square) - error) + of.1;
    (first, T::of(0.5) * rest / first)
}

/// The polynomial with these coefficients, the constant one first, by Horner's rule.
#[inline(always)]
pub(super) fn polynomial<T: Real>(x: T, coefficients: &[T], t: SimdToken) -> T {
    let mut sum = coefficients[coefficients.len() - 1];
    for &c in coefficients[..coefficients.len() - 1].iter().rev() {
        sum = sum.fma(x, c, t);
    }
    sum
}

/// The same, with even and odd powers apart: half as many steps that wait for the one before, as long polynomials need
/// to keep a processor busy.
#[inline(always)]
pub(super) fn long_polynomial<T: Real>(x: T, square: T, coefficients: &[T], t: SimdToken) -> T {
    let [rest @ .., before, last] = coefficients else { unreachable!() };
    let (mut odd, mut even) = (*last, *before);
    for &c in rest.iter().rev() {
        (odd, even) = (even, odd.fma(square, c, t));
    }
    odd.fma(x, even, t)
}
