//! Ranks are checked as on the processor.

use bcast::ndarray::{Ix1, Ix2};
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix2>, mu: &GpuArray<f32, Ix1>) -> GpuArray<f32, Ix2> {
    bcast!(#[gpu(gpu)] x .- mu)
    //~                     ^^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ note: write `@ (1)` behind it
}

fn main() {}
