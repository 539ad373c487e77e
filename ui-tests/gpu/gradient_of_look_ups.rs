//! Elements that are looked up, and their gradient.

use bcast::ndarray::{Ix0, Ix1};
use bcast::{Gpu, GpuArray, bcast};

type Row = GpuArray<f32, Ix1>;

pub fn case(gpu: &Gpu, x: &Row, i: &GpuArray<i32, Ix1>) -> (GpuArray<f32, Ix0>, Row) {
    bcast!(#[gpu(gpu)] #[grad(x)] sum(at.(x, i).^2))
    //~                                   ^ bcast!: no derivative on a GPU with respect to `x`
    //~ help: name other operands
}

fn main() {}
