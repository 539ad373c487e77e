//! A name more than there are axes.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(x @ (i, j) .* v @ (i, j))
    //~                      ^^^^^^ bcast!: names for rank 2 on an operand of rank 1
    //~ label: 2 names for rank 1
}

fn main() {}
