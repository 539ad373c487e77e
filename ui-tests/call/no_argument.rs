//! A function of one value, called with none.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x .+ exp.())
    //~         ^^^^^^ bcast!: `exp.` takes 1 value, not 0 values
    //~ help: write `exp.(x)`
}

fn main() {}
