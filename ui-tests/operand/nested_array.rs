//! A matrix of plain Rust has no rank.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, y: [[f64; 2]; 2]) -> Array1<f64> {
    bcast!(x.row(0) .+ y)
    //~              ^ bcast!: there is no `f64 .+ [f64; 2]`
}

fn main() {}
