//! A bound is an integer.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>, half: f64) -> Array2<f64> {
    bcast!(x[..half, ..] .* 2)
    //~        ^^^^ bcast!: `f64` cannot stand in a slice
    //~ label: not an integer
}

fn main() {}
