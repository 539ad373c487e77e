//! The matrix comes first.

use bcast::bcast;
use bcast::ndarray::{Array2, Array3};

pub fn case(x: &Array3<f64>, m: &Array2<f64>) -> Array3<f64> {
    bcast!(sqrt.(m) .* x)
    //~          ^ bcast!: an operand with 2 axes in an expression with 3 axes
    //~ note: write `@ (1, 2)` behind it
}

fn main() {}
