//! A function of a built-in type, and of the processor's threads.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>, y: &GpuArray<f32, Ix1>) {
    let _ = bcast!(#[gpu(gpu)] f32::max.(x, y));
    //~                        ^^^^^^^^ bcast!: `f32::max` cannot run on the GPU
    //~ help: kernels know functions with `#[elemental]`, operators
    let _ = bcast!(#[gpu(gpu)] #[serial] x .+ y);
    //~                        ^^^^^^^^^ bcast!: `#[serial]` is about the threads of the processor
    //~ help: remove `#[serial]`, or `#[gpu(..)]` to run on one thread of the processor
}

fn main() {}
