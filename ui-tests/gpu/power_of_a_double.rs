//! SPIR-V has no powers of f64 but by multiplication.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f64, Ix1>) -> GpuArray<f64, Ix1> {
    bcast!(#[gpu(gpu)] x .^ 3 .+ x .^ 0.5)
    //~                          ^^^^^^^^ bcast!: a GPU has no `f64 .^ f64`
    //~ note: of `f64` there are arithmetic, comparisons, roots, rounding and integer powers
}

fn main() {}
