//! An array of the host as a target.

use bcast::ndarray::{Array1, Ix1};
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>, y: &mut Array1<f32>) {
    bcast!(#[gpu(gpu)] y .= x .+ 1);
    //~                ^ cannot be assigned to on a GPU
    //~ note: a target is a `GpuArray`, or a part of one: `y.slice_mut(s![..])`; to fill an array of the host, download
}

fn main() {}
