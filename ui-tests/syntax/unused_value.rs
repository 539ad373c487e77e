//! Values that nobody uses, with the compiler's own warning.

#![deny(unused_must_use)]

use bcast::ndarray::Array1;
use bcast::{bcast, lazy};

pub fn case(v: &Array1<f64>, out: &mut Array1<f64>) -> f64 {
    bcast!(v .* 2);
//~ ^^^^^^^^^^^^^^ unused return value of `dotted_expression` that must be used
    //~ note: `v .* 2` computes a new array, `v .*= 2` works in place
    bcast!(out .= v; sum(out));
//~ ^^^^^^^^^^^^^^^^^^^^^^^^^^ unused return value of `dotted_expression`
    //~ note: `v .*= 2` works in place
    lazy!(v .* 2);
//~ ^^^^^^^^^^^^^ unused return value of `lazy_expression`
    //~ note: `bcast!` or another `lazy!` reads it
    bcast!(out .= v);
    bcast! { out .+= v }
    let _ = bcast!(v .* 2);
    bcast!(sum(v))
}

fn main() {}
