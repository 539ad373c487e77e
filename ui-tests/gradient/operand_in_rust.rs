//! An operand whose elements plain Rust reads, too.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> (f64, Array1<f64>) {
    bcast!(#[grad(x)] sum(x.^2) ./ f64.(x.len()) .+ x[0])
    //~                                             ^^^^ bcast!: `x[0]` reads `x` in plain Rust
    //~ help: write `x` itself in the formula
}

fn main() {}
