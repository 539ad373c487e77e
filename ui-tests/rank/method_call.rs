//! The whole operand is underlined.

use bcast::bcast;
use bcast::ndarray::{Array2, Axis};

pub fn case(x: &Array2<f64>) -> Array2<f64> {
    bcast!(x .- x.mean_axis(Axis(0)).unwrap())
    //~         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ note: write `@ (1)` behind it
}

fn main() {}
