//! One axis for a matrix.

use bcast::bcast;
use bcast::ndarray::{Array2, Array3};

pub fn case(x: &Array3<f64>, m: &Array2<f64>) -> Array3<f64> {
    bcast!(x .* m @ (1))
    //~             ^^^ bcast!: an axis map with 1 entries on an operand of rank 2
    //~ note: write one output axis for each axis of the operand
}

fn main() {}
