//! Who calls a function or a method with a mistake, here or elsewhere, has none.

use bcast::ndarray::Ix1;
use bcast::{Gpu, GpuArray, GpuElement, bcast, elemental};

pub mod checked {
    use bcast::elemental;

    #[elemental]
    pub fn root(x: f32) -> f32 {
        assert!(x >= 0.0);
    //~ ^^^^^^ bcast: a GPU knows no macros
    //~ help: write out what it would write, or compute it on the CPU
        x.sqrt()
    }
}

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

#[elemental]
impl Meters {
    pub fn doubled(&self) -> f32 {
    //~            ^^^^^ bcast: elementals take and compute values: a GPU has no references
    //~ help: write it without `&` and `*`
        self.0 * 2.0
    }

    pub fn half(self) -> f32 {
        self.0 * 0.5
    }
}

pub mod callers {
    use super::checked::root;
    use super::*;

    #[elemental]
    pub fn call(x: f32) -> f32 {
        root(x) + Meters(x).half() + Meters(x).doubled()
    }

    pub fn formula(gpu: &Gpu, x: &GpuArray<f32, Ix1>) -> GpuArray<f32, Ix1> {
        bcast!(#[gpu(gpu)] root.(x) .+ call.(x))
    }
}

fn main() {}
