//! A matrix has no axis 2.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>) -> Array1<f64> {
    bcast!(sum[2](x))
    //~       ^^^ bcast!: the reduction names axis 2, but the rank of what it reduces is 2
    //~ note: axes count from 0; without `[..]` all of them are reduced
}

fn main() {}
