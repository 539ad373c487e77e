//! Gradients through axes of which types do not tell enough.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn mapped(x: &Array2<f64>, k: usize) -> (f64, Array2<f64>) {
    bcast!(#[grad(x)] sum(x .* mean[0](x) @ {k}))
    //~                                     ^^^ bcast!: no gradient through a reduction `@ {k}`
    //~ help: write their numbers: `@ (1)`
}

fn main() {}
