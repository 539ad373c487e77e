//! Rust's own message about a name, and nothing else.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(unknown.(x) .+ 1)
    //~    ^^^^^^^ cannot find function `unknown` in this scope
}

fn main() {}
