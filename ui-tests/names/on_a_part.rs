//! A part has the names of what it is made of.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(x @ (i, j) .* (v .+ 1) @ (j))
    //~                             ^^^ bcast!: names stand behind operands
    //~ help: remove this `@ (j)`, and name the operands inside instead
}

fn main() {}
