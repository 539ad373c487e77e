//! Elements are copied.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(names: &Array1<String>) -> Array1<bool> {
    bcast!(names .== names)
    //~    ^^^^^ cannot be an operand
    //~ note: an operand is an `ndarray` array or view with `Copy` elements
}

fn main() {}
