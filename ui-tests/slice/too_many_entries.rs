//! Three entries for two axes.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>) -> Array1<f64> {
    bcast!(x[1.., 0, ..] .* 2)
    //~    ^^^^^^^^^^^^^ bcast!: a slice with another number of entries than the array has axes
    //~ label: write an entry for each axis
    //~ note: `..` takes all of an axis
}

fn main() {}
