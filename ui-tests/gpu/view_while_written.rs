//! A target that the call reads elsewhere too, by a view of it.

use bcast::ndarray::Ix2;
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &mut GpuArray<f32, Ix2>) {
    bcast!(#[gpu(gpu)] x .= x.t() .+ 1);
    //~                     ^^^^^ bcast!: `x.t()` overlaps the target `x`
    //~ help: its own old elements are read as `x`; for others take a copy before the macro: `let copy = x.t().copy()?;`
}

fn main() {}
