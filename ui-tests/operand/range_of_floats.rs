//! Ranges count.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x .+ (0. ..3.))
    //~         ^^^^^^^^^ cannot be an operand
    //~ note: an integer range in parentheses
}

fn main() {}
