//! A closure of the user with what a GPU has not, where a reduction reads it.

use bcast::ndarray::Ix2;
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix2>) -> GpuArray<f32, Ix2> {
    bcast!(#[gpu(gpu)] x .- sum[1](x .* x) .+ max[0; keep]((|v: f32| v as u128 as f32).(x)))
    //~                                                                   ^^^^ bcast: a GPU has no values of type `u128`
    //~ help: write `u64`: kernels know f32
}

fn main() {}
