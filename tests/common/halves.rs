//! Numbers of two bytes.

use bcast::half::f16;
use bcast::ndarray::Array1;

/// All there are.
pub(crate) fn all() -> Array1<f16> {
    (0..=u16::MAX).map(f16::from_bits).collect()
}

/// Some of all sizes and of both signs, and the edges.
pub(crate) fn some() -> Vec<f16> {
    let edges = [0, 1, 2, 0x3ff, 0x400, 0x3c00, 0x3c01, 0x7bfe, 0x7bff, 0x7c00, 0x7e00];
    let positive = (0..0x7c00).step_by(211).chain(edges);
    positive.flat_map(|bits| [bits, bits | 0x8000]).map(f16::from_bits).collect()
}

/// A number in units of 2^-24, if it is one.
pub(crate) fn fixed(x: f16) -> Option<i128> {
    x.is_finite().then(|| (f64::from(x) * f64::from(1 << 24)) as i128)
}

/// The one that is nearest to so many units of 2^-48, an even one of two.
pub(crate) fn nearest(exact: i128) -> f16 {
    let size = exact.abs();
    // As if there were one above the largest.
    let units = |bits: u16| if bits == 0x7c00 { 1 << 64 } else { fixed(f16::from_bits(bits)).unwrap_or(0) << 24 };
    let (mut low, mut high) = (0, 0x7c00);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if units(middle) <= size { low = middle } else { high = middle }
    }
    let (below, above) = (size - units(low), units(high) - size);
    let bits = if below < above || (below == above && low % 2 == 0) { low } else { high };
    f16::from_bits(if exact < 0 { bits | 0x8000 } else { bits })
}

/// How many numbers lie between a result and what it should be.
pub(crate) fn off(have: f16, want: f64) -> u32 {
    let order = |x: f16| {
        let bits = i32::from(x.to_bits() & 0x7fff);
        if x.is_sign_negative() { -bits } else { bits }
    };
    match (have.is_nan(), want.is_nan()) {
        (true, true) => 0,
        (false, false) => order(have).abs_diff(order(f16::from_f64(want))),
        _ => u32::MAX,
    }
}
