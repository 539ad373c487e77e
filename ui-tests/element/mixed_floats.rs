//! Nothing is converted silently.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f32>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(x .+ y)
    //~       ^ bcast!: there is no `f32 .+ f64`
    //~ label: `f32` beside `f64`
    //~ note: element types are never converted silently: write `f32.(..)`
}

fn main() {}
