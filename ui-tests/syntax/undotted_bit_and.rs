//! Bits without a dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<u8>) -> Array1<u8> {
    bcast!(n & 15 .<< 1)
    //~      ^ bcast!: `&` without a dot between broadcast parts
    //~ help: write `n .& 15 .<< 1`
}

fn main() {}
