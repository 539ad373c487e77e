//! A name twice: the diagonal is no axis.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>) -> Array1<f64> {
    bcast!(x @ (i, i) .* 2)
    //~        ^^^^^^ bcast!: axis `i` stands twice after `@`
    //~ help: each dimension lies along an axis of its own: `@ (i, j)`
}

fn main() {}
