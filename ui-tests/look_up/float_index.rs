//! An index is an integer.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(table: &Array1<f64>, x: &Array1<f64>) -> Array1<f64> {
    bcast!(at.(table, floor.(x)))
    //~               ^^^^^ bcast!: `f64` cannot be an index of `at.`
    //~ label: not an integer
    //~ note: convert with `usize.(x)`
}

fn main() {}
