//! A float has no bits.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(!x .+ 1)
    //~     ^ bcast!: there is no `!f64`
}

fn main() {}
