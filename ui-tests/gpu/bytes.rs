//! Elements of one byte.

use bcast::ndarray::Array1;
use bcast::{Gpu, bcast};

pub fn case(gpu: &Gpu, x: &Array1<u8>) {
    let _ = bcast!(#[gpu(gpu)] x .+ 1);
    //~                        ^ bcast!: `&ArrayBase<OwnedRepr<u8>, Dim<[usize; 1]>, u8>` cannot be an operand on a GPU
    //~ note: an operand is a `GpuArray`, or on the host an array or a number with elements of type f32, i32, u32
    //~                        ^^^^^^ bcast!: `u8` is no element type of a GPU
    //~ note: kernels compute with f32, i32, u32 and bool, and where the adapter has them f64, i64, u64, isize and usize
}
