//! Rust's own message about a function.

use bcast::bcast;
use bcast::ndarray::Array1;

fn angle(y: f64, x: f64) -> f64 {
    y.atan2(x)
}

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(angle.(x))
    //~    ^^^^^ this function takes 2 arguments but 1 argument was supplied
}

fn main() {}
