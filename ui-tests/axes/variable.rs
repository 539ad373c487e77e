//! A value of the program stands in braces.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>, n: usize) -> Array2<f64> {
    bcast!(x .* v @ (n + 1))
    //~              ^^^^^ bcast!: `n + 1` is no axis
    //~ help: a value of the program stands in braces: `@ {n}`
}

fn main() {}
