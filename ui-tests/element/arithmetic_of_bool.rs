//! A `bool` is no number.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(a: &Array1<bool>, b: &Array1<bool>) -> Array1<u8> {
    bcast!(u8.(a .+ b))
    //~           ^ bcast!: there is no `bool .+ bool`
}

fn main() {}
