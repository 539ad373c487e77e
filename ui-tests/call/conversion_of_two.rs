//! A conversion takes one value.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f32> {
    bcast!(f32.(x, y))
    //~    ^^^^^^^^^^ bcast!: `f32.` takes 1 value, not 2 values
    //~ help: write `f32.(x)`
}

fn main() {}
