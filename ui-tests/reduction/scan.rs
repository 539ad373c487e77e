//! What cannot run along an axis, as types tell.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn truth(c: &Array1<bool>) {
    let _ = bcast!(cumsum[0](c));
    //~            ^^^^^^ bcast!: there is no `cumsum` of `bool`
    //~ note: convert elements first, for example `cumsum[0](f64.(x))`; of truth values, `cumsum[0](u64.(c))` counts
}

pub fn missing(x: &Array1<f64>) {
    let _ = bcast!(cummax[1](x));
    //~                  ^^^ bcast!: the reduction names axis 1
}

pub fn several(x: &Array2<f64>) {
    let axes = [0, 1];
    let _ = bcast!(cumsum[{axes}](x));
    //~                  ^^^^^^^^ bcast!: a scan runs along one axis, and this value says another number of them
    //~ label: not one `usize`
    //~ note: one axis is a `usize`: `cumsum[{k}](x)`; for more, write one scan around the other
}

fn main() {}
