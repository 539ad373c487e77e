//! Errors in units in the last place.

/// A float type whose results are measured.
pub trait Float: Copy + PartialEq + Into<f64> {
    /// Bits of the significand.
    const PRECISION: i32;
    /// The exponent of the smallest normal number.
    const LEAST: i32;
    /// The exponent above the largest number.
    const MOST: i32;
}
impl Float for f32 {
    const PRECISION: i32 = 24;
    const LEAST: i32 = -126;
    const MOST: i32 = 128;
}
impl Float for f64 {
    const PRECISION: i32 = 53;
    const LEAST: i32 = -1022;
    const MOST: i32 = 1024;
}

/// How far `have` lies from `want + rest`, in units in the last place of `want`. NaN for NaN is no error, and nothing
/// else is; a result beyond the largest number is the number that would follow it. A zero of the wrong sign counts as
/// one unit, where the exact result is zero.
pub fn error<T: Float>(have: T, want: f64, rest: f64) -> f64 {
    let have: f64 = have.into();
    if have.is_nan() || want.is_nan() {
        return if have.is_nan() && want.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if have == want && rest == 0.0 {
        let sign = want == 0.0 && have.is_sign_negative() != want.is_sign_negative();
        return if sign { 1.0 } else { 0.0 };
    }
    // Too large for the type: infinite, rounded to nearest.
    let overflow = |x: f64| if T::MOST == 128 && x.abs() >= 2_f64.powi(128) { f64::INFINITY.copysign(x) } else { x };
    let (have, want) = (overflow(have), overflow(want));
    let exponent = if want == 0.0 || !want.is_finite() { T::LEAST } else { exponent(want).max(T::LEAST) };
    let unit = exponent + 1 - T::PRECISION;
    if have == want {
        return scaled(rest, -unit).abs();
    }
    if have.is_infinite() && want.is_finite() {
        // The next number after the largest one.
        let next = scaled(1.0, T::MOST - 2).copysign(have);
        return ((scaled(next, -unit - 2) - scaled(want, -unit - 4)) * 16.0 - scaled(rest, -unit)).abs();
    }
    if have.is_infinite() || want.is_infinite() {
        return f64::INFINITY;
    }
    (scaled(have, -unit) - scaled(want, -unit) - scaled(rest, -unit)).abs()
}

fn exponent(x: f64) -> i32 {
    let bits = (x.to_bits() >> 52 & 0x7ff) as i32;
    if bits == 0 { 63 - x.abs().to_bits().leading_zeros() as i32 - 1074 } else { bits - 1023 }
}

/// `x * 2^n`, in steps within the exponents.
fn scaled(mut x: f64, mut n: i32) -> f64 {
    while n != 0 {
        let step = n.clamp(-1000, 1000);
        x *= 2_f64.powi(step);
        n -= step;
    }
    x
}
