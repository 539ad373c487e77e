//! Names stand at the first mention.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>) -> Array2<f64> {
    bcast!(-mean[j](x) .+ x @ (i, j))
    //~             ^ bcast!: `x` stands here before its axes are named
    //~ help: write `x @ (i, j)` here; it keeps these names in the whole call
}

fn main() {}
