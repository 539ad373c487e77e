//! Reductions as other systems call them.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>) {
    let _ = bcast!(median(x));
    //~            ^^^^^^^^^ bcast!: there is no reduction `median`
    //~ help: the crate `ndarray-stats` has quantiles; the reductions are
}

pub fn product(x: &Array2<f64>, y: &Array2<f64>) {
    let _ = bcast!(einsum("ik,kj->ij", x, y));
    //~            ^^^^^^^^^^^^^^^^^^^^^^^^^ bcast!: there is no reduction `einsum`
    //~ help: a product of matrices is `sum[k](a @ (i, k) .* b @ (k, j))`
}

pub fn axes(x: &Array2<f64>) {
    let _ = bcast!(mean(x, axis = 0));
    //~                    ^^^^^^^^ bcast!: `axis = 0` in a call: arguments have no names here
    //~ help: write `mean[0](x)`: axes stand in brackets
    let _ = bcast!(sum(x; dims=1));
    //~                   ^^^^^^ bcast!: `dims = 1` in a call: arguments have no names here
    //~ help: write `sum[0](x)`: axes stand in brackets and count from 0
    let _ = bcast!(x .- x.mean(axis=-1, keepdims=True));
    //~                        ^^^^^^^ bcast!: `axis = -1` in a call: arguments have no names here
    //~ help: write `mean[-1](x)`: axes stand in brackets
    //~                                 ^^^^^^^^^^^^^ bcast!: `keepdims = True` in a call
    //~ help: write `mean[0; keep](x)`
}

/// As they are written here.
pub fn right(x: &Array2<f64>) -> (Array1<f64>, Array1<f64>, Array2<f64>) {
    bcast!((std[0](x), mean[1](x), cumsum[0](x)))
}

fn main() {}
