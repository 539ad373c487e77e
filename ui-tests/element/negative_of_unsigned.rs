//! What has no sign has no negative.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<u8>) -> Array1<u8> {
    bcast!(1 .+ -n)
    //~          ^ bcast!: there is no `-u8`
    //~ label: this is `u8`
}

fn main() {}
