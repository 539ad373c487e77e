//! What cannot run along an axis, as types tell.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn truth(c: &Array1<bool>) {
    let _ = bcast!(cumsum[0](c));
    //~            ^^^^^^ bcast!: there is no `cumsum` of `bool`
    //~ note: convert elements first, for example `cumsum[0](f64.(x))`; of truth values, `cumsum[0](u64.(c))` counts
}

pub fn missing(x: &Array1<f64>) {
    let _ = bcast!(cummax[1](x));
    //~                  ^^^ bcast!: the reduction names axis 1
}

fn main() {}
