//! A `let` of the macro is a fused value.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, i: &Array1<usize>) -> Array1<f64> {
    bcast!(let d = x .* 2; at.(d, i) .+ 1)
    //~                        ^ bcast!: the first argument of `at.` is an array, taken whole, and no fused value
    //~ help: compute it before: `let table = bcast!(..);`, then `at.(table, i)`
}

fn main() {}
