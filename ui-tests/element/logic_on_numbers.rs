//! Only `bool` is true or false.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<i32>, c: &Array1<bool>) -> Array1<bool> {
    bcast!(c .&& n)
    //~          ^ bcast!: a condition is `bool`, this is `i32`
    //~ note: compare it: `x .!= 0`
}

fn main() {}
