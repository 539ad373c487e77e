//! A text is no array.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, text: &str) -> Array1<f64> {
    bcast!(x .+ text)
    //~         ^^^^ bcast!: `&str` cannot be an operand
    //~ label: neither an array nor a number
    //~ note: an operand is an `ndarray` array or view with `Copy` elements, a slice, a `Vec`, an integer range in
    //~ note: wrap anything else that is one value: `One(value)`
}

fn main() {}
