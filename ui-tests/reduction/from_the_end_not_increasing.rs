//! Axes that are counted from the end increase, too.

use bcast::bcast;
use bcast::ndarray::{Array1, Array3};

pub fn case(x: &Array3<f64>) -> Array1<f64> {
    bcast!(sum[-1, -2](x))
    //~       ^^^^^^^^ bcast!: the axes of `sum[..]` must increase
    //~ help: write `sum[-2, -1](..)`
}

fn main() {}
