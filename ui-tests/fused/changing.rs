//! A fused value never changes.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(let mut d = x .+ 1; d)
    //~        ^^^ bcast!: a fused value never changes
    //~ help: write `let d = ..;` without `mut`
}

fn main() {}
