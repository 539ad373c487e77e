//! A method of the element.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>) -> GpuArray<f32, Ix1> {
    bcast!(#[gpu(gpu)] @. x.next_up() + 1)
    //~                     ^^^^^^^ bcast!: `next_up` cannot run on the GPU
    //~ help: kernels know functions with `#[elemental]`, operators
}

fn main() {}
