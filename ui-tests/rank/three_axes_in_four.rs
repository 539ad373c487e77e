//! Three axes among four.

use bcast::bcast;
use bcast::ndarray::{Array3, Array4};

pub fn case(x: &Array4<f64>, y: &Array3<f64>) -> Array4<f64> {
    bcast!(x .* y)
    //~         ^ bcast!: an operand with 3 axes in an expression with 4 axes
    //~ label: which 3 of the 4 axes does it lie along?
    //~ note: write `@ (..)` behind it, with 3 of the axes 0 to 3 in increasing order
}

fn main() {}
