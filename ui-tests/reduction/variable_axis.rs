//! Axes are known when the code is compiled.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, i: usize) -> Array1<f64> {
    let _ = i;
    bcast!(sum[i](x))
    //~        ^ bcast!: axis names such as `i` are not available yet
    //~ help: write the number of the axis
}

fn main() {}
