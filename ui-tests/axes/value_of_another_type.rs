//! Axes as values are `usize`.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>, k: i32) -> Array2<f64> {
    bcast!(x .* v @ {k})
    //~              ^ bcast!: `i32` says no axes
    //~ label: neither a `usize` nor a list of them
    //~ note: an axis is a `usize`; several are an array, a slice or a `Vec` of these
}

fn main() {}
