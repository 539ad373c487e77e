//! Only numbers are converted.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(pairs: &Array1<(f32, f32)>) -> Array1<f64> {
    bcast!(f64.(pairs))
    //~         ^^^^^ bcast!: `(f32, f32)` cannot be converted to `f64`
    //~ note: number types and `bool` convert to number types
}

fn main() {}
