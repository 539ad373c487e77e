//! A `Cell` cannot be read from several threads, though it would be read once if `s` is a number.

use bcast::bcast;
use bcast::ndarray::Array2;
use std::cell::Cell;

pub fn case(s: f64, x: &Array2<f64>, factor: &Cell<f64>) -> Array2<f64> {
    bcast!(x .* (|v| v * factor.get()).(s))
    //~         ^^^^^^^^^^^^^^^^^^^^^^^^^^ `Cell<f64>` cannot be shared between threads safely
}

fn main() {}
