//! A path that is not written to its end.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x .+ std::)
    //~             ^ bcast!: a name is missing after `std::`
}

fn main() {}
