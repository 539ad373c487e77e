//! A function of two values.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(atan2.(x))
    //~    ^^^^^^^^^ bcast!: `atan2.` takes 2 values, not 1 value
    //~ help: write `atan2.(y, x)`
}

fn main() {}
