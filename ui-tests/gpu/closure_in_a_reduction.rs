//! A closure of the user where a reduction reads it.

use bcast::ndarray::Ix2;
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix2>) -> GpuArray<f32, Ix2> {
    bcast!(#[gpu(gpu)] x .- sum[1](x .* x) .+ max[0; keep]((|v: f32| v + 1.).(x)))
    //~                                                    ^^^^^^^^^^^^^^^^^ bcast!: this closure cannot run on the
    //~ help: kernels know functions with `#[elemental]`, operators
}

fn main() {}
