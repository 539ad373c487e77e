//! A method per element.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(x.hypot.(y))
    //~    ^^^^^^^^^^^ bcast!: `x.hypot.(..)` is neither a method nor a function per element
    //~ help: write `hypot.(a, b)`
}

fn main() {}
