//! A call that is not written to its end.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x .+ exp.)
    //~            ^ bcast!: the arguments are missing after `exp.`
    //~ help: write `exp.(x)`
}

fn main() {}
