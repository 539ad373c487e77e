//! Nothing on the right.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(x .* .+ y)
    //~         ^^ bcast!: an operand is missing after `.*`
    //~ help: write a value
}

fn main() {}
