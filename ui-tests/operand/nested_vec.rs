//! A list of lists has no rank.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: Vec<Vec<f64>>) -> Array1<f64> {
    bcast!(x .+ y)
    //~         ^ bcast!: `Vec<f64>` is not `Copy + Sync`, as elements must be
    //~ note: elements are copied
    //~       ^ bcast!: there is no `f64 .+ Vec<f64>`
}

fn main() {}
