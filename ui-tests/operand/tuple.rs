//! A tuple is not one value, unless it is said to be.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<(f64, f64)>, y: (f64, f64)) -> Array1<bool> {
    bcast!(x .== y)
    //~          ^ bcast!: `(f64, f64)` cannot be an operand
    //~ note: wrap anything else that is one value: `One(value)`
}

fn main() {}
