//! Ranks are checked as in a call that runs.

use bcast::explain;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> usize {
    explain!(x .+ v).allocates()
    //~           ^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ note: write `@ (1)` behind it
}

fn main() {}
