//! A slice is a vector.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>, weights: &[f64]) -> Array2<f64> {
    bcast!(x .* &weights[1..])
    //~         ^^^^^^^^^^^^^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ note: write `@ (1)` behind it
}

fn main() {}
