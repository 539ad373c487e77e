//! A function has to be called.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    fn offset() -> f64 {
        1.
    }
    bcast!(x .+ offset)
    //~         ^^^^^^ cannot be an operand
    //~ label: neither an array nor a number
}

fn main() {}
