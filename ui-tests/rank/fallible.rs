//! `try_bcast!` gives the same messages.

use bcast::ndarray::{Array1, Array2};
use bcast::try_bcast;

pub fn case(x: &Array2<f64>, mu: &Array1<f64>) -> Option<Array2<f64>> {
    try_bcast!(x .- mu).ok()
    //~             ^^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ note: write `@ (1)` behind it
}

fn main() {}
