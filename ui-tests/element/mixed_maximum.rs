//! Nor do functions of several values.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, n: &Array1<i32>) -> Array1<f64> {
    bcast!(max.(x, n))
    //~         ^ bcast!: there is no `max.(f64, i32)`
}

fn main() {}
