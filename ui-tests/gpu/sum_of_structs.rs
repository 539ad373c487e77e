//! A sum of structs, whose operators are the processor's.

use bcast::ndarray::Array1;
use bcast::{Element, Gpu, GpuElement, bcast};
use std::ops::Add;

#[derive(Clone, Copy, Element, GpuElement)]
pub struct Dual {
    value: f32,
    slope: f32,
}
impl Add for Dual {
    type Output = Dual;
    fn add(self, other: Dual) -> Dual {
        Dual { value: self.value + other.value, slope: self.slope + other.slope }
    }
}

pub fn here(x: &Array1<Dual>) -> Dual {
    bcast!(sum(x))
}

pub fn there(gpu: &Gpu, x: &Array1<Dual>) {
    bcast!(#[gpu(gpu)] sum(x));
    //~                    ^ bcast!: a GPU has no sums of `Dual`
    //~ note: compute one of these by a function with `#[elemental]`, and reduce it
}

pub fn along(gpu: &Gpu, x: &Array1<Dual>) {
    bcast!(#[gpu(gpu)] cumsum[0](x));
    //~                          ^ bcast!: a GPU has no sums of `Dual`
}

fn main() {}
