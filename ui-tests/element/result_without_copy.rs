//! Results are arrays of elements that are copied.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<String> {
    bcast!((|v: f64| v.to_string()).(x))
    //~    ^^^^^^^^^^^^^^^^^^^^^^^^ bcast!: `String` cannot be an element of the result
}

fn main() {}
