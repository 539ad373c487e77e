//! Nothing lies along the first axis.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(v: &Array1<f64>) -> Array2<f64> {
    bcast!(v @ (1) .* 2)
    //~        ^^^ bcast!: no operand lies along output axis 0
    //~ label: axis 0 is skipped
    //~ note: map an operand to axis 0, or give the shape: `#[shape([..])]`
}

fn main() {}
