//! Integers have no roots.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<i32>) -> Array1<i32> {
    bcast!(n .^ 0.5)
    //~    ^ bcast!: there is no `i32 .^ {float}`
    //~ note: integers take `u32` or a literal
}

fn main() {}
