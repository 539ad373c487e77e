//! A shape is missing.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(#[shape] x .+ 1)
    //~    ^^^^^^^^ bcast!: `#[shape]` needs one argument in parentheses
    //~ help: write `#[shape(..)]`
}

fn main() {}
