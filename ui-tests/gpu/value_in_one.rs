//! A value of the user's in `One`.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, One, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>) {
    let _ = bcast!(#[gpu(gpu)] One((1_f32, 'a')) .+ x);
    //~                        ^^^^^^^^^^^^^^^^^ bcast!: `bcast::One<(f32, char)>` cannot be an operand on a GPU
    //~                                           ^ bcast!: there is no `(f32, char) .+ f32`
}

fn main() {}
