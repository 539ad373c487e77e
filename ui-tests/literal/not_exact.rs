//! An integer that a float rounds.

use bcast::bcast;
use bcast::ndarray::Array1;

//~ build
pub fn case(x: &Array1<f32>) -> Array1<f32> {
    bcast!(x .+ 16_777_217)
    //~         ^^^^^^^^^^ bcast!: an integer literal is not exact in the type beside it, f32
}
