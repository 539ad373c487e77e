//! The old elements are gone, and the new ones are not all there yet.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &mut Array1<f64>) -> f64 {
    bcast!(let old = y .* 2; y .= x .* 2; sum(old .* y))
    //~                                   ^^^^^^^^^^^^^ bcast!: this reduction needs old elements of `y` beside new ones
    //~ help: compute `old` before: `let old = bcast!(..);` in front of this `bcast!`
}

fn main() {}
