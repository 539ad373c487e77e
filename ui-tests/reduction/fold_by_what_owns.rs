//! Accumulators have the function beside them, so it is copied.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, name: String) -> Array1<f64> {
    let longer = move |a: f64, b: f64| a + b * name.len() as f64;
    bcast!(fold[1](x, 0, longer))
    //~                  ^^^^^^ the trait bound `String: Copy` is not satisfied
}

fn main() {}
