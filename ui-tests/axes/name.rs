//! Axes have no names.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(x .* v @ (b))
    //~              ^ bcast!: axis names such as `b` are not available yet
    //~ help: write the number of the axis, 0 for the first
}

fn main() {}
