//! A `let` assigns nothing.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(let d .= x .+ 1; d)
    //~          ^^ bcast!: `=` is missing after `let d`
    //~ help: write `let d = ..;`
}

fn main() {}
