//! A function of one value.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(1 .+ exp.(x, y))
    //~         ^^^^^^^^^^ bcast!: `exp.` takes 1 value, not 2 values
    //~ help: write `exp.(x)`
}

fn main() {}
