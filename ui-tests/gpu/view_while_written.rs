//! A target that the call reads elsewhere too, by a view of it.

use bcast::ndarray::Ix2;
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &mut GpuArray<f32, Ix2>) {
    bcast!(#[gpu(gpu)] x .= x.t() .+ 1);
    //~                     ^^^^^ cannot borrow
}
