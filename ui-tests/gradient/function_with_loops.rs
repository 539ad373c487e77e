//! Functions whose derivative does not follow from their bodies.

use bcast::bcast;
use bcast::ndarray::Array1;

#[bcast::elemental]
fn series(x: f32) -> f32 {
    let mut sum = 0.0;
    for n in 0..4 {
        sum += x * n as f32;
    }
    sum
}

/// It has no loops, but calls one that has.
#[bcast::elemental]
fn twice(x: f32) -> f32 {
    2.0 * series(x)
}

pub fn case(x: &Array1<f32>) -> (f32, Array1<f32>) {
    bcast!(#[grad(x)] sum(series.(x)))
    //~                   ^^^^^^ bcast!: no derivative of this function
    //~ note: write `#[bcast::elemental]` above it if it has no loops, `#[bcast::elemental(derivative = df)]` if it has
}

pub fn of_a_caller(x: &Array1<f32>) -> (f32, Array1<f32>) {
    bcast!(#[grad(x)] sum(twice.(x)))
    //~                   ^^^^^ bcast!: no derivative of this function
}

fn main() {}
