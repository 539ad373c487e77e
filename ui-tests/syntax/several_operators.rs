//! Mistakes in one expression are shown at once.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!((2 .* x + y) .* (x .+ y ^ x) .+ x. .- y)
    //~            ^ bcast!: `+` without a dot between broadcast parts
    //~                            ^ bcast!: `^` without a dot
    //~                                     ^ bcast!: a field or method name is missing after `x.`
}

fn main() {}
