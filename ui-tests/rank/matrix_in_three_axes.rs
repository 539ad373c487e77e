//! A matrix among three axes.

use bcast::bcast;
use bcast::ndarray::{Array2, Array3};

pub fn case(x: &Array3<f64>, m: &Array2<f64>) -> Array3<f64> {
    bcast!(x .- m)
    //~         ^ bcast!: an operand with 2 axes in an expression with 3 axes
    //~ label: which two of the 3 axes does it lie along?
    //~ note: write `@ (1, 2)` behind it to lie along the last two axes, `@ (0, 1)` for the first two
}

fn main() {}
