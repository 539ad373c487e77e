//! A formula on a GPU that calls a method of a type.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, bcast};

pub struct Meters;

impl Meters {
    pub fn soft(x: f32) -> f32 {
        x / (1.0 + x.abs())
    }
}

pub fn case(gpu: &Gpu, x: &GpuArray<f32, Ix1>) -> GpuArray<f32, Ix1> {
    bcast!(#[gpu(gpu)] Meters::soft.(x))
    //~                        ^^^^ no function or associated item named `soft_with_elemental_before_its_impl` found f
    //~ label: function or associated item not found in `Meters`
}

fn main() {}
