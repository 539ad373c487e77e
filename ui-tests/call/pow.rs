//! Powers are an operator.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(pow.(x, 2))
    //~    ^^^ bcast!: there is no built-in `pow.`
    //~ help: write `x .^ y` or `powf.(x, y)`
}

fn main() {}
