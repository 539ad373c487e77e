//! A minus without its dot, after a method call.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>, y: &Array2<f64>) -> Array2<f64> {
    bcast!(x .+ y.t() - 1)
    //~               ^ bcast!: `-` without a dot between broadcast parts
    //~ help: write `x .+ y.t() .- 1`
}

fn main() {}
