//! Two operands side by side.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(2 x .+ y)
    //~      ^ bcast!: an operator is missing before `x`
    //~ help: put a dotted operator between two operands
}

fn main() {}
