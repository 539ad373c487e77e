//! One expression, and not two.

use bcast::lazy;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) {
    let _ = lazy!((x .- 1, x .+ 1));
    //~            ^^^^^^^^^^^^^^ bcast!: `lazy!` makes one expression, and no tuple
    //~ help: make one of each
}

fn main() {}
