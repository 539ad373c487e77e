//! A name that already means something.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(let d = x .+ 1; let d = d .* 2; d)
    //~                        ^ bcast!: `d` is defined twice
    //~ help: give the second one a name of its own
}

fn main() {}
