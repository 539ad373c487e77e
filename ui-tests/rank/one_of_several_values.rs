//! A mistake in one of several values is one error, though a pass may stand in for all of them.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> (Array2<f64>, Array2<f64>) {
    bcast!((x .* 2, x .+ v))
    //~                  ^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ note: write `@ (1)` behind it
}

fn main() {}
