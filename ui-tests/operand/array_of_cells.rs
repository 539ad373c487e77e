//! Elements are copied.

use bcast::bcast;
use bcast::ndarray::Array1;
use std::cell::Cell;

pub fn case(x: &Array1<Cell<f64>>) -> Array1<f64> {
    bcast!((|v| v.get()).(x))
    //~                   ^ cannot be an operand
    //~ note: an operand is an `ndarray` array or view with `Copy` elements
}

fn main() {}
