//! Axes are listed in order.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>) -> f64 {
    bcast!(sum[1, 0](x))
    //~       ^^^^^^ bcast!: the axes of `sum[..]` must increase
    //~ help: write `sum[0, 1](..)`
}

fn main() {}
