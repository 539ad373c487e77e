//! Half of the elements have no value.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(if x .> 0 { x })
    //~    ^^ bcast!: `if` without `else`
    //~ help: every element needs a value: write `if c { a } else { b }`
}

fn main() {}
