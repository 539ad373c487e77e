//! Nor do functions.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f32>, y: &Array1<f64>) -> Array1<f32> {
    bcast!(atan2.(x, y))
    //~           ^ bcast!: there is no `atan2.(f32, f64)`
}

fn main() {}
