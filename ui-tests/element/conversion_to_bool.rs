//! A number is neither true nor false.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<bool> {
    bcast!(bool.(x))
    //~          ^ bcast!: `f64` cannot be converted to `bool`
    //~ note: for a `bool` compare: `x .!= 0`
}

fn main() {}
