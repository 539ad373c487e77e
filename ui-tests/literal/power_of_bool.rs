//! Nor has `bool` any.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(c: &Array1<bool>) -> Array1<bool> {
    bcast!(c .^ 2)
    //~    ^ bcast!: there is no power of `bool`
}

fn main() {}
