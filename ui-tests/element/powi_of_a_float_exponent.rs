//! A whole exponent.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(powi.(x, 0.5))
    //~          ^ bcast!: there is no `powi.(f64, {float})`
}

fn main() {}
