//! A logical operator without its dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, c: &Array1<bool>) -> Array1<bool> {
    bcast!(c || x .> 0)
    //~      ^^ bcast!: `||` without a dot between broadcast parts
}

fn main() {}
