//! A mean is a fraction.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<i32>) -> f64 {
    bcast!(mean(x))
    //~    ^^^^ bcast!: there is no `mean` of `i32`
    //~ note: convert the elements first: `mean(f64.(x))`
}

fn main() {}
