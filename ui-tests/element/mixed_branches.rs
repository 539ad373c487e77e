//! Both branches give the same type.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(c: &Array1<bool>, x: &Array1<f32>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(if c { x } else { y })
    //~                      ^ `if` and `else` have incompatible types
    //~ label: expected `f32`, found `f64`
}

fn main() {}
