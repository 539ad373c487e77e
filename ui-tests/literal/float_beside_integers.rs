//! A literal with a point never becomes an integer.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<i32>) -> Array1<i32> {
    bcast!(n .* 2.5)
    //~       ^ bcast!: there is no `i32 .* {float}`
    //~ note: element types are never converted silently
}

fn main() {}
