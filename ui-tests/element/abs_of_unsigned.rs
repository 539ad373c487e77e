//! What has no sign is positive.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<u8>) -> Array1<u8> {
    bcast!(abs.(n))
    //~         ^ bcast!: there is no `abs.(u8)`
}

fn main() {}
