//! The whole sides of an operator without its dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(a: &Array1<f64>) -> Array1<bool> {
    bcast!(a .> 1 && a .< 2)
    //~           ^^ bcast!: `&&` without a dot between broadcast parts
    //~ help: write `a .> 1 .&& a .< 2`
}

fn main() {}
