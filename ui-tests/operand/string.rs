//! A text is no array.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, text: String) -> Array1<f64> {
    bcast!(x .+ text)
    //~         ^^^^ bcast!: `String` cannot be an operand
    //~ note: an operand is an `ndarray` array
}

fn main() {}
