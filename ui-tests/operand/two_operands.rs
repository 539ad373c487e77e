//! Two operands that are none are two errors.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, a: &str, b: String) -> Array1<f64> {
    bcast!(x .+ a .+ b)
    //~         ^ bcast!: `&str` cannot be an operand
    //~              ^ bcast!: `String` cannot be an operand
}

fn main() {}
