//! SPIR-V has no sine of f64.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, bcast};

pub fn case(gpu: &Gpu, x: &GpuArray<f64, Ix1>) -> GpuArray<f64, Ix1> {
    bcast!(#[gpu(gpu)] 2 .* sin.(x))
    //~                     ^^^^^^^ bcast!: a GPU has no such function of `f64`
    //~ note: of `f64` there are arithmetic, comparisons, roots, rounding and integer powers: SPIR-V has no others
}

fn main() {}
