//! A text is no number.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x .+ "1")
    //~       ^ bcast!: there is no `f64 .+ &str`
}

fn main() {}
