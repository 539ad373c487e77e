//! `..` in a struct.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Complex {
    re: f32,
    im: f32,
}

#[elemental]
pub fn case(z: Complex) -> f32 {
    let w = Complex { re: 1.0, ..z };
    //~     ^^^^^^^^^^^^^^^^^^^^^^^^ bcast: a GPU does not know `..` in structs
    //~ help: name all fields
    w.re + w.im
}

fn main() {}
