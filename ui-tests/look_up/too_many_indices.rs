//! Two indices for one axis.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(table: &Array1<f64>, i: &Array2<usize>) -> Array2<f64> {
    bcast!(at.(table, i, 0))
    //~        ^^^^^ bcast!: `at.` with another number of indices than the array has axes
    //~ label: write an index for each axis
    //~ note: `at.(v, i)` for one axis, `at.(m, row, column)` for two
}

fn main() {}
