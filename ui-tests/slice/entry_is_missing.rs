//! Nothing between two commas.

use bcast::bcast;
use bcast::ndarray::{Array1, Array3};

pub fn case(x: &Array3<f64>) -> Array1<f64> {
    bcast!(x[0, , 1] .* 2)
    //~         ^ bcast!: an entry is missing in this slice
    //~ help: write `..` for all of an axis
}

fn main() {}
