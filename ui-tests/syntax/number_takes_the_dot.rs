//! Rust reads the dot as part of the number.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(2.+x .* x)
    //~      ^ bcast!: `2.+` can be read in two ways
    //~ help: write `2.0 .+ x .* x` or `2 .+ x .* x`
}

fn main() {}
