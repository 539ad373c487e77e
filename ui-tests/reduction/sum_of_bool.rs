//! What is true is counted.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> usize {
    bcast!(sum(x .> 0))
    //~    ^^^ bcast!: there is no `sum` of `bool`
    //~ note: `count(c)` counts what is true
}

fn main() {}
