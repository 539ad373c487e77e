//! A condition is a `bool`.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<i32>, x: &Array1<f64>) -> Array1<f64> {
    bcast!(select.(n, x, 0))
    //~            ^ bcast!: a condition is `bool`, this is `i32`
}

fn main() {}
