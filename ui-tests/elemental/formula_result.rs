//! A formula on a GPU whose elements are tuples.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, bcast, elemental};

#[elemental]
fn with_half(x: f32) -> (f32, f32) {
    (x, x / 2.)
}

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>) {
    let _ = bcast!(#[gpu(gpu)] with_half.(x));
    //~                        ^^^^^^^^^^^^^ bcast!: `(f32, f32)` is no element type of a GPU
    //~ label: kernels cannot compute with `(f32, f32)`
    //~ note: kernels compute with f32, i8 to i32, u8 to u32 and bool, and where the
}

fn main() {}
