//! Two elements of one array as targets.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(u: &mut Array1<f64>, a: f64, b: f64) {
    bcast!(u[0] .= a; u[100] .= b);
    //~               ^^^^^^ bcast!: `u[100]` is written beside the target `u[0]`, and both are of one array
    //~ help: write a `bcast!` for each of them, or take views of both before
}

fn main() {}
