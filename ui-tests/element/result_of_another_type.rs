//! A result that is wanted as something else: rustc says both types.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn elements(a: &Array1<f64>) {
    let _r: Array1<f32> = bcast!(a .* 2);
//~                       ^^^^^^^^^^^^^^ mismatched types
    //~ label: expected `ArrayBase<OwnedRepr<f32>, ..., f32>`, found `ArrayBase<OwnedRepr<f64>, ..., f64>`
}

pub fn number(a: &Array1<f64>) {
    let _r: f32 = bcast!(sum(a));
//~               ^^^^^^^^^^^^^^ mismatched types
    //~ label: expected `f32`, found `f64`
}

pub fn rank(a: &Array1<f64>) {
    let _r: Array2<f64> = bcast!(a .+ 1);
//~                       ^^^^^^^^^^^^^^ mismatched types
    //~ label: expected an array with a size of 2, found one with a size of 1
}

fn main() {}
