//! An index with dotted operations in it.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>, i: usize) -> Array1<f64> {
    bcast!(y .* x[i .+ 1])
    //~          ^^^^^^^^ bcast!: dotted operations in the index of `x[..]`
}

fn main() {}
