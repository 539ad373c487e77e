//! A name alone.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x)
    //~    ^ bcast!: no dotted operation in here
    //~ help: put a dot before each operator or call
}

fn main() {}
