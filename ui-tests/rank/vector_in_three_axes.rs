//! A vector among three axes.

use bcast::bcast;
use bcast::ndarray::{Array1, Array3};

pub fn case(x: &Array3<f64>, mu: &Array1<f64>) -> Array3<f64> {
    bcast!(x .- mu)
    //~         ^^ bcast!: an operand with 1 axis in an expression with 3 axes
    //~ note: write `@ (2)` behind it to lie along the last axis, `@ (0)` for the first
}

fn main() {}
