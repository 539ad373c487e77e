//! A vector has one axis.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(v: &mut Vec<f64>, x: &Array2<f64>) {
    bcast!(v[.., 0] .= x[.., 0])
    //~    ^^^^^^^^ bcast!: a slice with another number of entries than the array has axes
    //~ label: write an entry for each axis
}

fn main() {}
