//! An axis that the other operand does not have.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(x .* v @ (2))
    //~             ^^^ bcast!: the axis map names axis 2, but the rank of the expression is 2
    //~ label: axis 2 is not there
    //~ note: axes count from 0, the last one is 1; for an outer product
}

/// An outer product with a map on one side.
pub fn outer(v: &Array1<f64>, d: &Array1<f64>) {
    let _ = bcast!(v .* d @ (1));
    //~                     ^^^ bcast!: the axis map names axis 1, but the rank of the expression is 1
    //~ note: for an outer product map both sides: `v @ (0) .* w @ (1)`
}

fn main() {}
