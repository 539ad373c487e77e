//! An array without names beside one that has them.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(x @ (i, j) .* v)
    //~                  ^ bcast!: an operand with axes that have no names, in a call that names axes
    //~ label: which names do its axes have?
    //~ note: write one for each axis behind its first mention: `@ (i)`, `@ (i, j)`
}

fn main() {}
