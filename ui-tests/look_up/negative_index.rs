//! Nothing is counted from the end.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, i: &Array1<usize>) -> Array1<f64> {
    bcast!(at.(x, i, -1))
    //~              ^^ bcast!: an index of `at.` counts from the first element, 0
    //~ help: write a number that is not negative
}

fn main() {}
