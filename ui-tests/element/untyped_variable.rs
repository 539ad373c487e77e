//! Numbers of `f64` beside arrays of `f32`: a variable without a type, a constant and a parameter.

use bcast::bcast;
use bcast::ndarray::Array1;
use std::f64::consts::PI;

pub fn variable(w: &mut Array1<f32>, g: &Array1<f32>) {
    let lr = 0.1;
    bcast!(w .-= lr .* g)
    //~              ^ bcast!: there is no `f64 .* f32`
    //~ note: convert a number rather than an array
    //~ note: a variable is `f64` by `let k = 0.1;`, `f32` by `let k = 0.1_f32;`
}

pub fn constant(x: &Array1<f32>) -> Array1<f32> {
    bcast!(x .* PI)
    //~       ^ bcast!: there is no `f32 .* f64`
    //~ note: write `f32.(..)` around the right
    //~ note: convert a number rather than an array
}

/// As it is written instead.
pub fn right(x: &Array1<f32>, rate: f64) -> Array1<f32> {
    bcast!(x .* f32.(PI) .* f32.(rate))
}

fn main() {}
