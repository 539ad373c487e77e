//! Comparisons convert nothing, either.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<i32>, x: &Array1<f64>) -> Array1<bool> {
    bcast!(n .< x)
    //~       ^ bcast!: `i32` and `f64` cannot be ordered
    //~ note: write `i32.(..)` around the right or `f64.(..)` around the left
}

fn main() {}
