//! Names, or places counted from the right.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(#[numpy] x @ (i, j) .* v @ (j))
    //~                  ^ bcast!: `#[numpy]` lines axes up by their places, not by names
    //~ help: remove the attribute, or the names
}

fn main() {}
