//! The type is that of the value.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(let d: f64 = x .+ 1; d)
    //~         ^^^^^ bcast!: the type of `d` follows from its value
    //~ help: write `let d = ..;`; convert with `f64.(x)`
}

fn main() {}
