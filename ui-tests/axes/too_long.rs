//! Two axes for a vector.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(x .* v @ (0, 1))
    //~             ^^^^^^ bcast!: an axis map with 2 entries on an operand of rank 1
    //~ label: 2 entries for rank 1
    //~ note: write one output axis for each axis of the operand
}

fn main() {}
