//! A formula on a GPU that calls a function without the attribute.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, bcast};

mod shapes {
    pub(crate) fn soft(x: f32) -> f32 {
        x / (1.0 + x.abs())
    }
}

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>) -> GpuArray<f32, Ix1> {
    bcast!(#[gpu(gpu)] 2 .* shapes::soft.(x))
    //~                     ^^^^^^^^^^^^ bcast: a GPU does not know this function
    //~ label: a function without `#[elemental]`
    //~ note: write `#[bcast::elemental]` above it, if it is yours
}

fn main() {}
