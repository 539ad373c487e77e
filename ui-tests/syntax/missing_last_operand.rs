//! A call that is not written to its end.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x .+)
    //~       ^ bcast!: an operand is missing after `.+`
    //~ help: write a value
}

fn main() {}
