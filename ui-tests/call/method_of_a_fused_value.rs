//! What is fused is no array.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> f64 {
    bcast!((x .+ y).sum())
    //~            ^^^^^^ bcast!: `.sum()` on a fused value, which is never an array
    //~ help: write `sum(..)` around it
}

fn main() {}
