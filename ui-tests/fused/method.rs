//! A fused value is no array.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(let d = x .+ 1; d .- d.sum())
    //~                         ^^^^^^^ bcast!: `d.sum()` on a fused value, which is never an array
    //~ help: write `sum(..)` around it
}

fn main() {}
