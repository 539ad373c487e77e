//! A crate without a prelude, with its own meaning of the names that `std` has: an expansion may use neither.
#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(warnings)]

use ::bcast::ndarray::{Array1, Array2};

/// Not the one of `std`.
pub struct Option;
/// Not the one of `std`.
pub struct Result;
/// Not the one of `std`.
pub mod std {}
/// Not the one of `core`.
pub mod core {}
/// Not the crate.
pub mod bcast {}

/// The columns of `x`, centred and scaled; the macros are named by their paths.
pub fn standardised(x: &Array2<f64>, mu: &Array1<f64>, sigma: &[f64]) -> Array2<f64> {
    ::bcast::bcast!((x .- mu @ (1)) ./ sigma @ (1))
}

/// Most forms of the language in one place.
pub fn forms(x: &Array1<f32>, y: &mut Array1<f32>, c: &Array1<bool>) -> (Array1<f32>, Array1<u8>) {
    ::bcast::bcast!(
        let d = x .* 2 .- 1;
        y .+= d;
        (if c .&& y .> 0 { sqrt.(y) } else { 0.5 }, u8.((|v: f32| v + 1.0).(x .^ 2)))
    )
}

/// Slices and look-ups.
pub fn parts(x: &Array2<f64>, y: &mut Array2<f64>, i: &Array1<u8>) -> Array1<f64> {
    ::bcast::bcast!(y[1..=-1, 0] .= x[..-1, 1] .* 2; at.(x, i, 0) .+ 1)
}

/// Whether two arrays fit.
pub fn fit(x: &Array1<i32>, y: &Array1<i32>) -> bool {
    ::bcast::try_bcast!(x .+ y .* 2).is_ok()
}

/// A type of this crate's own.
#[derive(::core::clone::Clone, ::core::marker::Copy, ::bcast::Element)]
pub struct Own<T: ::core::marker::Copy + ::core::marker::Send + ::core::marker::Sync>(pub T);
