//! Comparing results of a device with those of the processor.

use bcast::{Gpu, half};

use crate::device::gpu;

/// Whether single operations have the processor's bits: on Mesa. Hardware may contract a product and a sum, is off by
/// some units in quotients and roots, makes zero of subnormal numbers, and does not tell both zeros apart.
pub(crate) fn is_exact() -> bool {
    gpu().is_some_and(Gpu::is_software)
}

/// An element of a result.
pub(crate) trait Element: Copy + PartialEq {
    /// As a float, and the distance of floats beside 1.
    fn float(self) -> Option<(f64, f64)> {
        None
    }
}
macro_rules! elements {
    ($($float:ty)*; $($other:ty)*) => {
        $(impl Element for $float {
            fn float(self) -> Option<(f64, f64)> {
                Some((self.into(), <$float>::EPSILON.into()))
            }
        })*
        $(impl Element for $other {})*
    };
}
elements! { half::f16 f32 f64; bool i8 u8 i16 u16 i32 u32 i64 u64 usize }

/// The first place where two results differ; where the device is not exact, by more than a few units of the largest
/// number among those that are wanted, or of each if that is very large.
pub(crate) fn difference<'a, T: Element + 'a>(
    have: impl IntoIterator<Item = &'a T>,
    want: impl IntoIterator<Item = &'a T> + Clone,
) -> Option<usize> {
    let sizes = want.clone().into_iter().filter_map(|want| want.float()).map(|(want, step)| want.abs() * step);
    let unit = sizes.filter(|size| size.is_finite()).fold(0., f64::max);
    let unit = if unit < 1. { unit } else { 0. };
    let fits = |have: T, want: T| match (have.float(), want.float()) {
        (Some((have, _)), Some((want, _))) if have.is_nan() || want.is_nan() => have.is_nan() && want.is_nan(),
        (Some((have, _)), Some((want, step))) if !is_exact() => {
            have == want || (have - want).abs() <= 8. * unit.max(want.abs() * step)
        }
        _ => have == want,
    };
    have.into_iter().zip(want).position(|(&have, &want)| !fits(have, want))
}

/// Two results are the same, as far as a device computes the same.
macro_rules! assert_same {
    ($have:expr, $want:expr $(, $($text:tt)+)?) => {{
        let (have, want) = ($have, $want);
        assert_eq!(have.shape(), want.shape() $(, $($text)+)?);
        let at = $crate::same::difference(&have, &want);
        assert!(at.is_none(), "element {at:?} of {have} is not that of {want}");
    }};
}

/// What a call with one result gives on a device.
macro_rules! on {
    ($gpu:ident, $($body:tt)+) => {
        bcast!(#[gpu(&$gpu)] $($body)+).download().unwrap()
    };
}
