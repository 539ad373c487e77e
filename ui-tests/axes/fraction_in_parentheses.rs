//! No axis lies between two others.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(x .* v @ (1.5))
    //~              ^^^ bcast!: `1.5` is no axis
    //~ help: write a plain number, 0 for the first axis
}

fn main() {}
