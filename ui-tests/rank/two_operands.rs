//! Two operands that do not fit are two errors.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Array3};

pub fn case(x: &Array3<f64>, v: &Array1<f64>, m: &Array2<f64>) -> Array3<f64> {
    bcast!((x .- v) ./ m)
    //~          ^ bcast!: an operand with 1 axis in an expression with 3 axes
    //~ note: write `@ (2)` behind it
    //~                ^ bcast!: an operand with 2 axes in an expression with 3 axes
    //~ note: write `@ (1, 2)` behind it
}

fn main() {}
