//! A logical operator without its dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<bool> {
    bcast!(x .> 0 && y .> 0)
    //~           ^^ bcast!: `&&` without a dot between broadcast parts
}

fn main() {}
