//! One name for one value.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(let (a, b) = x .+ 1; x .* 2)
    //~        ^^^^^^ bcast!: a `let` in here names one fused value
    //~ help: write `let d = x .- y;`
}

fn main() {}
