//! An array of the device without the attribute.

use bcast::ndarray::Ix1;
use bcast::{GpuArray, bcast};

pub fn case(x: &GpuArray<f32, Ix1>) {
    let _ = bcast!(x .+ 1);
    //~            ^ bcast!: `&GpuArray<f32, Dim<[usize; 1]>>` cannot be an operand
    //~ note: a `GpuArray` is one on its device: write `bcast!(#[gpu(&gpu)] ..)`
    //~ note: an operand is an `ndarray` array or view
}

fn main() {}
