//! A `let` that is not written to its end.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case() -> Array1<f64> {
    bcast!(let d =)
    //~          ^ bcast!: an operand is missing after `=`
}

fn main() {}
