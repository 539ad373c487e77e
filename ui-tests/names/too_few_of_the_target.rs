//! A name of the target is missing.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(out: &mut Array2<f64>, v: &Array1<f64>) {
    bcast!(out @ (i) .= v @ (i));
    //~          ^^^ bcast!: names for rank 1 on an operand of rank 2
}

fn main() {}
