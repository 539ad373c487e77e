//! A formula on a GPU whose elements are structs.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, GpuElement, bcast, elemental};

#[derive(Clone, Copy, GpuElement)]
struct Meters(f32);

#[elemental]
fn meters(x: f32) -> Meters {
    Meters(x)
}

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>) {
    let _ = bcast!(#[gpu(gpu)] meters.(x));
    //~                        ^^^^^^^^^^ bcast!: `Meters` is no element type of a GPU
    //~ label: kernels cannot compute with `Meters`
    //~ note: kernels compute with f32, i32, u32 and bool, and where the adapter has
}

fn main() {}
