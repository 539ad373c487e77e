//! A reduction of two values.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(a: &Array1<f64>, b: &Array1<f64>) -> Array1<f64> {
    bcast!(2 .* max(a, b))
    //~         ^^^^^^^^^ bcast!: `max(..)` reduces one value over its axes
    //~ help: write `max.(a, b)` for each pair of elements
}

fn main() {}
