//! The remainder is an operator.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(mod.(x, 2))
    //~    ^^^ bcast!: there is no built-in `mod.`
    //~ help: write `x .% y` or `rem_euclid.(x, y)`
}

fn main() {}
