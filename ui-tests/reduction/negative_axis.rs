//! Axes are not counted from the end.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>) -> Array1<f64> {
    bcast!(sum[-1](x))
    //~        ^^ bcast!: `-1` is no axis
    //~ help: write plain numbers, 0 for the first axis; there are no negative axes
}

fn main() {}
