//! Names of one value, or of the fields of a tuple; nothing else that Rust has there.

use bcast::bcast;
use bcast::ndarray::Array1;

fn f(x: f64) -> ((f64, f64), f64) {
    ((x, x), x)
}

pub fn option(x: &Array1<f64>) -> Array1<f64> {
    bcast!(let Some(a) = x .+ 1; a .* 2)
    //~        ^^^^ bcast!: a `let` in here names fused values
    //~ help: write `let d = x .- y;`, or `let (q, r) = f.(x);` for a tuple
}

pub fn nested(x: &Array1<f64>) -> Array1<f64> {
    bcast!(let ((a, b), c) = f.(x); a .* b .+ c)
    //~         ^^^^^^ bcast!: a pattern inside a pattern
    //~ help: let (p, c) = f.(x); let (a, b) = p;
}

pub fn rest(x: &Array1<f64>) -> Array1<f64> {
    bcast!(let (a, ..) = f.(x); a .* 2)
    //~            ^ bcast!: `..` in a pattern
    //~ help: write `_` for each value that has no name
}

fn main() {}
