//! A shape is a list of sizes.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(v: &Array1<f64>) -> Array2<f64> {
    bcast!(#[shape("4 3")] v @ (1))
    //~            ^^^^^ bcast!: `&str` is no shape
    //~ note: write the sizes, `#[shape([4, 3])]`
    //~            ^^^^^ the trait bound `&str: Dimension` is not satisfied
}

fn main() {}
