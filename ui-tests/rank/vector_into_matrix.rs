//! The target counts as an operand does.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(out: &mut Array2<f64>, v: &Array1<f64>) {
    bcast!(out .= 2 .* v);
    //~                ^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ note: write `@ (1)` behind it
}

fn main() {}
