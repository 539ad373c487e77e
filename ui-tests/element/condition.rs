//! A condition is a `bool`.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<i32>, x: &Array1<f64>) -> Array1<f64> {
    bcast!(if n { x } else { 0 })
    //~       ^ bcast!: a condition is `bool`, this is `i32`
    //~ label: not a `bool`
    //~ note: compare it: `x .!= 0`
}

fn main() {}
