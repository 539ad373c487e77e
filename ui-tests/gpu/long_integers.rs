//! Elements on the host that no GPU has.

use bcast::ndarray::Array1;
use bcast::{Gpu, bcast};

pub fn case(gpu: &Gpu, x: &Array1<u128>) {
    let _ = bcast!(#[gpu(gpu)] x .+ 1);
    //~                        ^ u128>` cannot be an operand on a GPU
    //~ note: an operand is a `GpuArray`, or on the host an array or a number with elements of type f32, i8 to i32
}

fn main() {}
