//! A sum of integers that saturates, on a GPU.

use bcast::ndarray::Array2;
use bcast::{Gpu, GpuArray, bcast, ndarray::Ix1};

pub fn case(gpu: &Gpu, x: &Array2<i32>) -> GpuArray<i32, Ix1> {
    bcast!(#[gpu(gpu)] #[saturating] sum[0](x .* 2))
    //~                                     ^^^^^^ bcast!: a GPU has no saturating `sum`, `prod`, `cumsum` or `cumprod`
    //~ label: elements of type `i32`
    //~ note: write `#[wrapping]` and convert, for example `sum(i64.(x))`, or reduce on the processor
}

pub fn along(gpu: &Gpu, x: &Array2<i32>) {
    bcast!(#[gpu(gpu)] #[saturating] cumprod[0](x));
    //~                                         ^ bcast!: a GPU has no saturating `sum`, `prod`, `cumsum` or `cumprod`
    //~ label: elements of type `i32`
}

fn main() {}
