//! The largest of one value.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(max.(x))
    //~    ^^^^^^^ bcast!: `max.` takes 2 or more values, not 1 value
    //~ help: write `max.(a, b)`
}

fn main() {}
