//! The function's own types, in a part that may be a single value.

use bcast::bcast;
use bcast::ndarray::Array2;

fn double(v: f64) -> f64 {
    2.0 * v
}

pub fn case(n: i32, x: &Array2<f64>) -> Array2<f64> {
    bcast!(x ./ double.(n))
    //~                 ^ mismatched types
}

fn main() {}
