//! The second map has an entry for each axis of the first one's result.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(x .* (v @ (1)) @ (0))
    //~                     ^^^ bcast!: `@` with 1 axis on a value of at least 2 dimensions
    //~ help: write one axis for each dimension of the value
}

fn main() {}
