//! A formula on a GPU that gives an elemental something else than it takes.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, bcast, elemental};

#[elemental]
fn soft(x: f32) -> f32 {
    x / (1.0 + x.abs())
}

pub fn of_integers(gpu: &Gpu, n: &GpuArray<i32, Ix1>) -> GpuArray<f32, Ix1> {
    bcast!(#[gpu(gpu)] soft.(n))
    //~                      ^ mismatched types
    //~ label: expected `f32`, found `i32`
}

pub fn of_two(gpu: &Gpu, x: &GpuArray<f32, Ix1>) -> GpuArray<f32, Ix1> {
    bcast!(#[gpu(gpu)] soft.(x, x))
    //~                ^^^^ this function takes 1 argument but 2 arguments were supplied
}

fn main() {}
