//! The least of vectors, which has an order on the processor only, that of lists.

use bcast::ndarray::Array1;
use bcast::{Gpu, bcast};

pub fn here(x: &Array1<[f32; 2]>) -> [f32; 2] {
    bcast!(min(x))
}

pub fn there(gpu: &Gpu, x: &Array1<[f32; 2]>) {
    bcast!(#[gpu(gpu)] min(x));
    //~                    ^ bcast!: a GPU has no operators and no reductions of `[f32; 2]`
    //~ note: compute numbers of it by a function with `#[elemental]`, and go on with these
}

fn main() {}
