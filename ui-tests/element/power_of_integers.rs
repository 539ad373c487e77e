//! An integer power takes a `u32`.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(a: &Array1<i32>, n: &Array1<i32>) -> Array1<i32> {
    bcast!(a .^ n)
    //~    ^ bcast!: there is no `i32 .^ i32`
    //~ note: integers take `u32` or a literal
}

fn main() {}
