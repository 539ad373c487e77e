//! A tuple that is not the result.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(a: &Array1<f64>, b: &Array1<f64>) -> Array1<f64> {
    bcast!((a .+ b, a) .* 2)
    //~           ^ bcast!: a tuple stands only at the end, as the results of the whole
    //~ help: write `bcast!((a .+ b, a .- b))`
}

fn main() {}
