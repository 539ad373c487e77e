//! Operators and reductions of elements with parts.

use bcast::ndarray::{Array1, Ix1};
use bcast::{Element, Gpu, GpuArray, GpuElement, bcast};

#[derive(Clone, Copy, Element, GpuElement)]
pub struct Pair {
    a: f32,
    b: f32,
}

impl std::ops::Add for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        Pair { a: self.a + other.a, b: self.b + other.b }
    }
}

pub fn sum(gpu: &Gpu, pairs: &Array1<Pair>) -> GpuArray<Pair, Ix1> {
    bcast!(#[gpu(gpu)] pairs .+ pairs)
    //~                ^^^^^^^^^^^^^^ bcast!: a GPU has no operators and no reductions of `Pair`
    //~ note: compute numbers of it by a function with `#[elemental]`, and go on with these
}

fn main() {}
