//! A shift without its dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<u8>) -> Array1<u8> {
    bcast!(n >> 1 .& n)
    //~      ^^ bcast!: `>>` without a dot between broadcast parts
    //~ help: write `n .>> 1`
}

fn main() {}
