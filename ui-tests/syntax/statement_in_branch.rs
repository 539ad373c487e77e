//! Two values in one branch.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(c: &Array1<bool>, x: &Array1<f64>) -> Array1<f64> {
    bcast!(if c { x .+ 1; x } else { x })
    //~                 ^ bcast!: a branch holds `let`s and one value at its end
    //~ help: write `{ let d = x .- y; d .* d }`
}

fn main() {}
