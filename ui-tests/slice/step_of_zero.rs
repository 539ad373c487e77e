//! A step leads on.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x[..;0] .* 2)
    //~        ^ bcast!: a step is a number other than 0
    //~ help: write `x[..;2]` for every second entry
}

fn main() {}
