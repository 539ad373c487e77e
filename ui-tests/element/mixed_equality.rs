//! Comparisons convert nothing, either.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<i32>, m: &Array1<u8>) -> Array1<bool> {
    bcast!(n .== m)
    //~        ^ bcast!: `i32` and `u8` cannot be compared for equality
    //~ note: write `i32.(..)` around the right or `u8.(..)` around the left
}

fn main() {}
