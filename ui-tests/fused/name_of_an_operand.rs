//! A name that already means something.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(let x = x .+ 1; x)
    //~        ^ bcast!: `let x` has the name of an operand used before it
    //~ help: give it a name of its own
}

fn main() {}
