//! A closure and a function of the user where a reduction reads them.

use bcast::ndarray::Ix2;
use bcast::{Gpu, GpuArray, bcast};

fn soft(v: f32) -> f32 {
    v / (1. + v.abs())
}

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix2>) -> GpuArray<f32, Ix2> {
    bcast!(#[gpu(gpu)] x .- sum[1](soft.(x)) .+ max[0; keep]((|v: f32| v + 1.).(x)))
    //~                            ^^^^ bcast!: `soft` cannot run on the GPU
    //~ help: kernels know operators
    //~                                                      ^^^^^^^^^^^^^^^^^ bcast!: this closure cannot run on the
    //~ help: kernels know operators
}

fn main() {}
