//! What is computed is not sliced.

use bcast::bcast;
use bcast::linspace;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    let grid = linspace(0.0..=1.0, 5);
    bcast!(x .+ grid[1..3])
    //~         ^^^^^^^^^^ bcast!: `bcast::Linspace<{float}>` cannot be sliced or looked up in
    //~ note: what is computed has no elements to slice
}

fn main() {}
