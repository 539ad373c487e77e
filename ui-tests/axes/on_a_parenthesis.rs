//! The rank of a parenthesis is that of what is in it.

use bcast::bcast;
use bcast::ndarray::{Array1, Array3};

pub fn case(x: &Array3<f64>, v: &Array1<f64>, w: &Array1<f64>) -> Array3<f64> {
    bcast!(x .* (v .+ w) @ (0, 2))
    //~                    ^^^^^^ bcast!: an axis map with 2 entries on an operand of rank 1
}

fn main() {}
