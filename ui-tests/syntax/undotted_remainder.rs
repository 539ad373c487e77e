//! A remainder without its dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<i32>) -> Array1<i32> {
    bcast!(n % 2 .+ 1)
    //~      ^ bcast!: `%` without a dot between broadcast parts
    //~ help: write `n .% 2`
}

fn main() {}
