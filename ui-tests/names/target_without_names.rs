//! The target has to name its axes, too.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(out: &mut Array2<f64>, x: &Array2<f64>) {
    bcast!(out .= x @ (i, j));
    //~    ^^^ bcast!: the axes of the target `out` have no names
    //~ help: write `out @ (i, j) .= ..`, in the order of its axes
}

fn main() {}
