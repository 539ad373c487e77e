//! A branch without braces.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(c: &Array1<bool>, x: &Array1<f64>) -> Array1<f64> {
    bcast!(if c { x } else x .+ 1)
    //~                    ^ bcast!: a branch in braces is missing
    //~ help: write `if c { a } else { b }`
}

fn main() {}
