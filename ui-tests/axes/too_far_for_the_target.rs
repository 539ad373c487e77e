//! An axis that the target does not have.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(out: &mut Array2<f64>, v: &Array1<f64>) {
    bcast!(out .= v @ (2));
    //~               ^^^ bcast!: the axis map names axis 2, but the rank of the expression is 2
}

fn main() {}
