//! A range of rows of a matrix needs its second entry.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>) -> Array2<f64> {
    bcast!(x[1..] .* 2)
    //~    ^^^^^^ bcast!: a slice with another number of entries than the array has axes
    //~ label: write an entry for each axis
    //~ note: `..` takes all of an axis
}

fn main() {}
