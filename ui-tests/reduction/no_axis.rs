//! Empty brackets.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>) -> f64 {
    bcast!(sum[](x))
    //~       ^^ bcast!: the brackets of `sum[..]` hold the axes that are reduced
    //~ help: write `sum[0](x)`
}

fn main() {}
