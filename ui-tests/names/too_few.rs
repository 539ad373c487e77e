//! A name is missing.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>) -> Array1<f64> {
    bcast!(x @ (i) .* 2)
    //~        ^^^ bcast!: names for rank 1 on an operand of rank 2
    //~ label: 1 names for rank 2
}

fn main() {}
