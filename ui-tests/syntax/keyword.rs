//! A Rust expression that needs braces.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, n: i32) -> Array1<f64> {
    bcast!(x .+ match n { 0 => 0., _ => 1. })
    //~         ^^^^^ bcast!: `match` cannot stand here
    //~ help: for each element, `if c { a } else { b }` or a closure, `(|v| match v { .. }).(x)`; once, in braces
}

fn main() {}
