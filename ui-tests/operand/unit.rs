//! Nothing is no value.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x .+ {})
    //~         ^^ bcast!: `()` cannot be an operand
}

fn main() {}
