//! Elements of two types.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>, n: &GpuArray<i32, Ix1>) -> GpuArray<f32, Ix1> {
    bcast!(#[gpu(gpu)] x .* n)
    //~                   ^ bcast!: there is no `f32 .* i32`
    //~ note: write `f32.(..)` around the right or `i32.(..)` around the left
}

fn main() {}
