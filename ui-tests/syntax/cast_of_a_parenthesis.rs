//! `as` on a fused value.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f32>) -> Array1<f64> {
    bcast!((x .+ 1) as f64 .* 2)
    //~    ^^^^^^^^^^^^^^^ bcast!: `(x .+ 1) as f64` converts no elements
    //~ help: write `f64.(x .+ 1)`
}

fn main() {}
