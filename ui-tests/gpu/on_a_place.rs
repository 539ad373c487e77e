//! Pieces of a place are computed by processors.

use bcast::ndarray::Array1;
use bcast::{Gpu, bcast};

pub fn case(x: &Array1<f32>, gpu: &Gpu, place: &str) -> Array1<f32> {
    bcast!(#[on(place)] #[gpu(gpu)] x .+ 1)
    //~    ^^^^^^^^^^^^ bcast!: `#[on(..)]` and `#[gpu(..)]` in one call
    //~ help: keep one of them
}

fn main() {}
