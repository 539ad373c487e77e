//! The ranks inside a mapped parenthesis join first.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Array3};

pub fn case(x: &Array3<f64>, m: &Array2<f64>, v: &Array1<f64>) -> Array3<f64> {
    bcast!(x .* (m .+ v) @ (0, 2))
    //~               ^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ note: write `@ (1)` behind it
}

fn main() {}
