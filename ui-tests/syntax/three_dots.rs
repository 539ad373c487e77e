//! A range or a dotted operator?

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<usize>) -> Array1<usize> {
    bcast!(0...+ x)
    //~     ^ bcast!: `...` can be read in several ways
    //~ help: put the range into parentheses: `(0..n) .+ x`
}

fn main() {}
