//! The name of C.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(fabs.(x) .+ 1)
    //~    ^^^^ bcast!: there is no built-in `fabs.`
    //~ help: write `abs.(x)`
}

fn main() {}
