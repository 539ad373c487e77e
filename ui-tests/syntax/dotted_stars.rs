//! The power of other languages, with a dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x .** 2)
    //~      ^^^ bcast!: `.**` is no operator
    //~ help: power is `.^`: write `x .^ 2`
}

fn main() {}
