//! Functions whose derivative nobody knows.

use bcast::bcast;
use bcast::ndarray::Array1;

fn gelu(x: f64) -> f64 {
    x.max(0.0)
}

pub fn case(x: &Array1<f64>) -> (f64, Array1<f64>) {
    bcast!(#[grad(x)] sum(gelu.(x)))
    //~                   ^^^^ bcast!: no derivative of this function
    //~ label: a function whose derivative nothing tells
    //~ note: write `#[bcast::elemental]` above it if it has no loops, `#[bcast::elemental(derivative = df)]` if it has
}

pub fn of_std(x: &Array1<f64>) -> (f64, Array1<f64>) {
    bcast!(#[grad(x)] sum(f64::gamma.(x)))
    //~                   ^^^^^^^^^^ bcast!: no derivative of `f64::gamma`
    //~ help: write what it computes as a part of the formula
}

fn main() {}
