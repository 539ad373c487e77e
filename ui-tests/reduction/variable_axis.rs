//! A name is no variable.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, i: usize) -> Array1<f64> {
    let _ = i;
    bcast!(sum[i](x))
    //~        ^ bcast!: what `sum[..]` reduces has no axis `i`
    //~ help: name the axes of its operands: `x @ (i, j)`
}

fn main() {}
