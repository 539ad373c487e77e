//! Gradients of both machines.

use bcast::ndarray::{Array2, array};

/// Value and gradients of a formula on the device are the processor's, as far as this part of the largest number.
macro_rules! same_gradients {
    ($gpu:ident, [$($of:ident),+] $($body:tt)+) => {
        same_gradients!($gpu, 1e-5, [$($of),+] $($body)+)
    };
    ($gpu:ident, $part:literal, [$($of:ident),+] $($body:tt)+) => {
        bcast!(#[gpu($gpu)] #[grad($($of),+)] $($body)+)
            .near(bcast!(#[grad($($of),+)] $($body)+), $part, stringify!($($body)+))
    };
}

/// Operands of most gradients.
pub(crate) fn matrix() -> Array2<f32> {
    array![[0.3, -1.2, 0.8], [1.1, 0.4, -0.6]]
}
