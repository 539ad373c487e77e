//! A value of the user's in `One`.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, One, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>) {
    let _ = bcast!(#[gpu(gpu)] x .+ One((1_f32, 2_f32)));
    //~                             ^^^ bcast!: `One<(f32, f32)>` cannot be an operand on a GPU
}
