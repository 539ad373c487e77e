//! `as` on an array.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f32>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(x as f64 .+ y)
    //~    ^^^^^^^^ bcast!: `x as f64` converts no elements
    //~ help: write `f64.(x)`
}

fn main() {}
