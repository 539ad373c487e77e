//! Components of vectors on a GPU are words.

use bcast::ndarray::Ix2;
use bcast::{GpuArray, vectors};

pub fn case(x: &GpuArray<u8, Ix2>) {
    let _ = vectors::<[u8; 3], _>(x);
    //~     ^^^^^^^^^^^^^^^^^^^^^^^^ bcast: no vectors of type `[u8; 3]` are read from `GpuArray<u8
    //~                        ^ bcast: no vectors of type `[u8; 3]` are read from `GpuArray<u8
    //~ note: on a GPU components are no `bool` and no integers of 8 or 16 bits: convert them first, as in `f32.(x)`
}

fn main() {}
