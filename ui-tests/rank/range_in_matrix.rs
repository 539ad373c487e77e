//! A range is a vector.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<i32>) -> Array2<i32> {
    bcast!(x .+ (0..3))
    //~         ^^^^^^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ note: write `@ (1)` behind it
}

fn main() {}
