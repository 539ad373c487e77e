//! A conversion without its dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(a: &Array1<f64>) -> Array1<f32> {
    bcast!(f32(a) .* 2.0)
    //~    ^^^ bcast!: `f32(..)` without a dot
    //~ help: write `f32.(..)`
}

fn main() {}
