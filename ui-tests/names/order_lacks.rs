//! The order of the result needs all of its axes.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(v: &Array1<f64>, w: &Array1<f64>) -> Array2<f64> {
    bcast!(#[axes(j)] v @ (i) .* w @ (j))
    //~          ^^^ bcast!: `#[axes(..)]` lacks the axis `i` of a result
    //~ help: name all of them in the order that you want
}

fn main() {}
