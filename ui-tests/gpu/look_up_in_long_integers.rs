//! Kernels have no integers of 128 bits.

use bcast::ndarray::Array1;
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, table: &Array1<u128>, i: &Array1<u32>) -> GpuArray<u32, bcast::ndarray::Ix1> {
    bcast!(#[gpu(gpu)] u32.(at.(table, i)))
    //~                         ^^^^^ bcast!: `at.` on a GPU cannot look up in `ArrayBase
    //~ label: other elements than kernels have
    //~ note: elements are f32, i8 to i32, u8 to u32, bool, f16, f64
}

fn main() {}
