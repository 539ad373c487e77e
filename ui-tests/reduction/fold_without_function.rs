//! `fold` without what joins elements, and with dots in it.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>) -> Array1<f64> {
    bcast!(fold[1](x, 0) .+ fold(x) .+ fold[1](x, 0, |a, b| a .+ b))
    //~    ^^^^^^^^^^^^^ bcast!: `fold` takes the elements, a value to begin with, and a function
    //~ help: write `fold(x, 0, |a, b| a + b)`
    //~                     ^^^^^^^ bcast!: `fold` takes the elements
    //~ help: write `fold(x, 0, |a, b| a + b)`
    //~                                              ^ bcast!: dots in a function
    //~ help: write it without them
}

fn main() {}
