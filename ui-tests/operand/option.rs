//! An option is no value.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: Option<f64>) -> Array1<f64> {
    bcast!(x .+ y)
    //~         ^ bcast!: `Option<f64>` cannot be an operand
}

fn main() {}
