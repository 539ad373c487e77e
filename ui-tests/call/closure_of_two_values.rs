//! Rust's own message about a closure.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!((|a, b| a + b).(x))
    //~    ^^^^^^^^^^^^^^^^^^ closure is expected to take 1 argument, but it takes 2 arguments
}

fn main() {}
