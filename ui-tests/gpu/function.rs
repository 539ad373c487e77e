//! A function of the user, without `#[elemental]`.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, bcast};

fn soft(v: f32) -> f32 {
    v / (1. + v.abs())
}

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>) -> GpuArray<f32, Ix1> {
    bcast!(#[gpu(gpu)] soft.(x) .+ soft.(2 .* x))
    //~                ^^^^ bcast: a GPU does not know this function
    //~ label: a function without `#[elemental]`
    //~ note: write `#[bcast::elemental]` above it, if it is yours
    //~                            ^^^^ bcast: a GPU does not know this function
    //~ label: a function without `#[elemental]`
    //~ note: write `#[bcast::elemental]` above it, if it is yours
}

fn main() {}
