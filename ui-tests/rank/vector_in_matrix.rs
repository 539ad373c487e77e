//! A vector beside a matrix does not say along which axis it lies.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, mu: &Array1<f64>) -> Array2<f64> {
    bcast!(x .- mu)
    //~         ^^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ label: which of the 2 axes does it lie along?
    //~ note: write `@ (1)` behind it to lie along the last axis, `@ (0)` for the first
}

fn main() {}
