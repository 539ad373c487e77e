//! An iterator is no array.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, numbers: &[f64]) -> Array1<f64> {
    bcast!(x .+ numbers.iter())
    //~         ^^^^^^^^^^^^^^ cannot be an operand
    //~ label: neither an array nor a number
    //~ note: an operand is an `ndarray` array
}

fn main() {}
