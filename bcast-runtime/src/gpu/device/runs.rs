//! Runs of equal values, with which derivatives of scans are written, as pairs on the device.

use super::element::{GpuElement, TypedParts};
use super::types::Type;
use super::value::{GpuValue, Of, Parts};
use crate::gradient::runs::Run;

macro_rules! runs {
    ($($t:ty, $sum:ty as $there:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl GpuValue for Run<$t, $sum> {
            type Told = Of<Self>;
            const TYPE: Type = <($t, $there)>::TYPE;
            fn parts(run: &Self) -> Parts {
                GpuValue::parts(&(run.value, run.sum as $there))
            }
            fn put(run: &Self, bytes: &mut [u8]) {
                GpuValue::put(&(run.value, run.sum as $there), bytes);
            }
            fn take(bytes: &[u8]) -> Self {
                let (value, sum) = <($t, $there)>::take(bytes);
                Run { value, sum: sum as $sum }
            }
        }
        #[diagnostic::do_not_recommend]
        impl GpuElement for Run<$t, $sum> {
            type Typed = TypedParts<Self>;
            type Own = Self;
        }
    )*};
}
// A line has no more elements than a `u32` counts.
runs! {
    f32, usize as u32;
    f32, f32 as f32;
    f64, usize as u32;
    f64, f64 as f64;
}
