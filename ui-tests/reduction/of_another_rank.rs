//! One value per column of a matrix beside a cuboid.

use bcast::bcast;
use bcast::ndarray::{Array2, Array3};

pub fn case(x: &Array2<f64>, c: &Array3<f64>) -> Array3<f64> {
    bcast!(c .- mean[0](x))
    //~         ^^^^ bcast!: this reduction has neither the rank of the expression nor came from one of that rank
    //~ note: write `@ (..)` behind it
}

fn main() {}
