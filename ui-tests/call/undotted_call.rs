//! A plain call with dotted operations in it.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(f64::from(x .+ 1) .* y)
    //~             ^^^^^^^^ bcast!: dotted operations inside the plain Rust of `f64::from(..)`
    //~ help: dot the call too, `f.(x .+ y)`, or nest a macro for an array of its own
}

fn main() {}
