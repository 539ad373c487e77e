//! A comparison without its dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<bool> {
    bcast!(x == y .* 2)
    //~      ^^ bcast!: `==` without a dot between broadcast parts
}

fn main() {}
