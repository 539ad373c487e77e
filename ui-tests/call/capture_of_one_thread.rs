//! A `Cell` cannot be read from several threads.

use bcast::bcast;
use bcast::ndarray::Array1;
use std::cell::Cell;

pub fn case(x: &Array1<f64>, factor: &Cell<f64>) -> Array1<f64> {
    bcast!((|v| v * factor.get()).(x))
    //~    ^^^^^^^^^^^^^^^^^^^^^^^^^^ `Cell<f64>` cannot be shared between threads safely
}

fn main() {}
