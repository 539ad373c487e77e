//! A quotient without its dot, inside an argument.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(exp.(x / 2))
    //~           ^ bcast!: `/` without a dot between broadcast parts
    //~ help: write `x ./ 2`
}

fn main() {}
