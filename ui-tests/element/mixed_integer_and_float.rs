//! Nothing is converted silently.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<i32>, x: &Array1<f64>) -> Array1<f64> {
    bcast!(1 .+ n .* x)
    //~            ^ bcast!: there is no `i32 .* f64`
    //~ note: write `i32.(..)` around the right or `f64.(..)` around the left
}

fn main() {}
