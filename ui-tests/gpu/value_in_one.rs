//! A value of the user's in `One`.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, One, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>) {
    let _ = bcast!(#[gpu(gpu)] One((1_f32, 2_f32)) .+ x);
    //~                        ^^^^^^^^^^^^^^^^^^^ bcast!: `bcast::One<(f32, f32)>` cannot be an operand on a GPU
    //~                                             ^ bcast!: there is no `(f32, f32) .+ f32`
}

fn main() {}
