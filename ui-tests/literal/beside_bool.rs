//! A literal never becomes a `bool`.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(c: &Array1<bool>) -> Array1<bool> {
    bcast!(c .== 1)
    //~          ^ bcast!: the literal `1` cannot become `bool`
    //~ label: beside `bool`
}

fn main() {}
