//! A target never grows.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(out: &mut Array1<f64>, x: &Array2<f64>) {
    bcast!(out @ (i) .= x @ (i, j));
    //~                 ^ bcast!: the target `out @ (i)` has no axis `j`, what is assigned to it has
    //~ help: reduce it, as in `sum[j](..)`
}

fn main() {}
