//! Integers have no negative powers.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<i32>) -> Array1<i32> {
    bcast!(n .^ -1)
    //~    ^ bcast!: `i32` has no negative powers
    //~ note: convert first: `f64.(x) .^ -1`
}

fn main() {}
