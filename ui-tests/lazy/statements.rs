//! One expression, without names for its parts.

use bcast::lazy;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) {
    let _ = lazy!(let d = x .- 1; d .* d);
    //~               ^ bcast!: `lazy!` takes one expression, and no `let`
    //~ help: make each an expression: `let d = lazy!(..);
}

fn main() {}
