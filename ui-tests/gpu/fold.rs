//! A function of the user that joins elements.

use bcast::ndarray::{Ix1, Ix2};
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix2>) -> GpuArray<f32, Ix1> {
    bcast!(#[gpu(gpu)] fold[1](x, 0, |a, b| a + b) .+ fold[1](x, 0, f32::max))
    //~                              ^^^^^^^^^^^^ bcast!: this closure cannot run on the GPU
    //~ help: kernels know operators
    //~                                                             ^^^^^^^^ bcast!: `f32::max` cannot run on the GPU
    //~ help: kernels know operators
}

fn main() {}
