//! Elements of one byte.

use bcast::ndarray::Array1;
use bcast::{Gpu, bcast};

pub fn case(gpu: &Gpu, x: &Array1<u8>) {
    let _ = bcast!(#[gpu(gpu)] x .+ 1);
    //~                        ^ bcast!: `&ArrayBase<OwnedRepr<u8>, Dim<[usize; 1]>, u8>` cannot be an operand on a GPU
    //~ note: an operand is a `GpuArray`, or on the host an array or a number with elements of type f32, i32, u32
}

fn main() {}
