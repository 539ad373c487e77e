//! A map of the standard library is no array.

use std::collections::BTreeMap;

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(by: &BTreeMap<usize, f64>, i: &Array1<usize>) -> Array1<f64> {
    bcast!(at.(by, i))
    //~        ^^ bcast!: `&BTreeMap<usize, f64>` cannot be sliced or looked up in
    //~ label: neither an array nor a slice
}

fn main() {}
