//! Complex numbers, which are elements on the processor only.

use bcast::ndarray::{Array1, Ix1};
use bcast::num_complex::Complex;
use bcast::{Gpu, GpuArray, bcast};

pub fn array(gpu: &Gpu, z: &Array1<Complex<f32>>) {
    let _ = bcast!(#[gpu(gpu)] z .* z);
    //~                        ^ bcast!: `&ArrayBase<OwnedRepr<Complex<f32>>, Dim<[usize; 1]>, Complex<f32>>` cannot be
    //~ note: an operand is a `GpuArray`, or on the host an array or a number with elements of type f32, i8 to i32
}

pub fn number(gpu: &Gpu, x: &GpuArray<f32, Ix1>, w: Complex<f32>) {
    let _ = bcast!(#[gpu(gpu)] w .* x);
    //~                        ^ bcast!: `Complex<f32>` cannot be an operand on a GPU
}

fn main() {}
