//! Each axis once.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>) -> f64 {
    bcast!(sum[1, 1](x))
    //~       ^^^^^^ bcast!: axis 1 stands twice in `sum[..]`
    //~ help: name each axis once
}

fn main() {}
