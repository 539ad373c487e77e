//! A closure of the user.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>) -> GpuArray<f32, Ix1> {
    bcast!(#[gpu(gpu)] (|v: f32| v + 1.).(x))
    //~                ^^^^^^^^^^^^^^^^^ bcast!: this closure cannot run on the GPU
    //~ help: kernels know functions with `#[elemental]`, operators, conversions such as `f32.(x)`, reductions, and abs
}

fn main() {}
