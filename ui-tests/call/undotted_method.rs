//! A plain method call with dotted operations in it.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(y .* x.dot(x .+ y))
    //~              ^^^^^^^^ bcast!: dotted operations inside the plain Rust of `x.dot(..)`
    //~ help: dot the call too
}

fn main() {}
