//! Three values.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(clamp.(x, 0))
    //~    ^^^^^^^^^^^^ bcast!: `clamp.` takes 3 values, not 2 values
    //~ help: write `clamp.(x, lo, hi)`
}

fn main() {}
