//! Scans that are spelled wrong.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn whole(x: &Array2<f64>) {
    let _ = bcast!(cumsum(x));
    //~            ^^^^^^ bcast!: `cumsum` runs along one axis, which its brackets say
    //~ help: write `cumsum[0](x)`, or `cumsum[0](cumsum[1](x))` for one axis after the other
}

pub fn lazily(x: &Array1<f64>) -> f64 {
    let sums = bcast::lazy!(cumsum[0](x));
    //~                     ^^^^^^ bcast!: `cumsum` in `lazy!`, which keeps no array of its own size
    bcast!(max(sums))
}

fn main() {}
