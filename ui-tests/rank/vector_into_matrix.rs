//! The target counts as an operand does.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(out: &mut Array2<f64>, v: &Array1<f64>) {
    bcast!(out .= 2 .* v);
    //~                ^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ note: write `@ (1)` behind it
}

/// Assignments of two ranks in one call: each has the rank of its target.
pub fn right(out: &mut Array2<f64>, y: &mut Array1<f64>, x: &Array2<f64>, v: &Array1<f64>) {
    bcast!(out .= x .* 2; y .= v .* 2)
}

fn main() {}
