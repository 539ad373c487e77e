//! A closure in a variable.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> (f64, Array1<f64>) {
    let half = |v: f64| v / 2.0;
    bcast!(#[grad(x)] sum(half.(x)))
    //~                   ^^^^ unresolved import `half`
    //~                   ^^^^ imports cannot refer to local variables
}

fn main() {}
