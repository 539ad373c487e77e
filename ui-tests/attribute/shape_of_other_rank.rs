//! A shape of fewer axes.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>) -> Array2<f64> {
    bcast!(#[shape([3])] x .+ 1)
    //~    ^^^^^^^^^^^^^ bcast!: the shape has rank 1, the expression rank 2
}

fn main() {}
