//! A literal with a suffix has its own type.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x .* 2_f32)
    //~       ^ bcast!: there is no `f64 .* f32`
    //~ note: element types are never converted silently: write `f64.(..)`
}

fn main() {}
