//! Nothing lies along the axis in the middle.

use bcast::bcast;
use bcast::ndarray::{Array1, Array3};

pub fn case(a: &Array1<f64>, b: &Array1<f64>) -> Array3<f64> {
    bcast!(a @ (0) .* b @ (2))
    //~        ^^^ bcast!: no operand lies along output axis 1
    //~ note: map an operand to axis 1
}

fn main() {}
