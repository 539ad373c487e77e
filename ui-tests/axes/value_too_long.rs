//! Two axes for a vector.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    let axes = [0, 1];
    bcast!(x .* v @ {axes})
    //~             ^^^^^^ bcast!: an axis map with 2 entries on an operand of rank 1
}

fn main() {}
