//! An `if` that is not written to its end.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(if x .> 0)
    //~    ^^ bcast!: a branch in braces is missing
    //~ help: write `if c { a } else { b }`
}

fn main() {}
