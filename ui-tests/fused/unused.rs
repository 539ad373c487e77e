//! A name that nothing uses.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(let d = x .+ 1; y .* 2)
    //~        ^ bcast!: `d` is never used
    //~ help: use `d` below, or remove the `let`
}

fn main() {}
