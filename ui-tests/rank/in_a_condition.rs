//! A condition joins the ranks, too.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, c: &Array1<bool>) -> Array2<f64> {
    bcast!(if c { x } else { 0 })
    //~       ^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ note: write `@ (1)` behind it
}

fn main() {}
