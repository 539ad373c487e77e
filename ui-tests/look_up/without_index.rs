//! A table without an index.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(at.(x))
    //~    ^^^^^^ bcast!: `at.` takes an array and an index for each of its axes
    //~ help: write `at.(table, i)` or `at.(matrix, i, j)`; a function of yours is `(at).(x)`
}

fn main() {}
