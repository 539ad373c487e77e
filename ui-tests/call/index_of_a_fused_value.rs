//! What is fused has no elements.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(exp.(x)[0] .+ y)
    //~           ^^^ bcast!: `[0]` on a fused value, which is never an array
}

fn main() {}
