//! Nothing on the left.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!((.* x) .+ 1)
    //~     ^^ bcast!: an operand is missing before `.*`
    //~ help: write a value on its left
}

fn main() {}
