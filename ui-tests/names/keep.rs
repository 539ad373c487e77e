//! Names say where a reduction lies.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>) -> Array2<f64> {
    bcast!(x @ (i, j) .- mean[j; keep](x))
    //~                      ^^^^^^^^^ bcast!: `keep` in a call that names axes
    //~ help: write `mean[k](..)`
}

fn main() {}
