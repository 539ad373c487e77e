//! A range of something that is no array.

use std::collections::BTreeMap;

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, by: &BTreeMap<usize, f64>) -> Array1<f64> {
    bcast!(x .* by[1..3])
    //~         ^^^^^^^^ bcast!: `&BTreeMap<usize, f64>` cannot be sliced or looked up in
    //~ label: neither an array nor a slice
    //~ note: an index of Rust's with a range stands in braces
}

fn main() {}
