//! A table is taken whole.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(m: &Array2<f64>, v: &Array1<f64>) -> Array1<f64> {
    bcast!(at.(m @ (a, b), 0, 0) .+ v @ (a))
    //~        ^ bcast!: the table of `at.` has no names: it is taken whole
    //~ help: name the axes of the indices: `at.(table, i @ (k))`
}

fn main() {}
