//! Rust's own message about a function of the user.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f32> {
    fn half(x: f32) -> f32 {
        x / 2.
    }
    bcast!(half.(x) .+ 1)
    //~          ^ mismatched types
    //~ label: expected `f32`, found `f64`
}

fn main() {}
