//! A view to read as a target.

use bcast::ndarray::{Ix1, s};
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &mut GpuArray<f32, Ix1>) {
    let part = x.slice(s![1..]);
    bcast!(#[gpu(gpu)] part .= 0);
    //~                ^^^^ cannot be assigned to on a GPU
    //~ note: a target is a `GpuArray`, or a part of one: `y.slice_mut(s![..])`
}

fn main() {}
