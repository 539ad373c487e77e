//! An axis map that is not written to its end.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(x .+ v @)
    //~           ^ bcast!: the axes are missing after `@`
    //~ help: write `@ (1)`, one axis per dimension
}

fn main() {}
