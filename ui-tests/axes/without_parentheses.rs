//! Axes stand in parentheses.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(x .* v @ 1)
    //~             ^ bcast!: the axes after `@` stand in parentheses, not `1`
    //~ help: write `v @ (1)`
}

fn main() {}
