//! A closure of the user with what a GPU has not.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>) -> GpuArray<f32, Ix1> {
    bcast!(#[gpu(gpu)] (|v: f32| *&v + 1.).(x))
    //~                          ^ bcast: elementals take and compute values: a GPU has no references
    //~ help: write it without `&` and `*`
}

fn main() {}
