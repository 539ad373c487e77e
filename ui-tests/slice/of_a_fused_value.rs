//! A fused value is no array.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>) -> Array1<f64> {
    bcast!(let d = x .* 2; d[.., 0] .+ 1)
    //~                    ^^^^^^^^ bcast!: `d[.., 0]` on a fused value, which is never an array
    //~ help: nest a macro for an array
}

fn main() {}
