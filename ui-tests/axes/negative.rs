//! Axes do not count from the end.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(x .* v @ (-1))
    //~              ^^ bcast!: `-1` is no axis
    //~ help: there are no negative axes
}

fn main() {}
