//! A reduction over an axis that is not there.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(sum[k](x @ (i, j)) .* v @ (k))
    //~        ^ bcast!: what `sum[..]` reduces has no axis `k`
    //~ help: its axes are `i`, `j`
}

fn main() {}
