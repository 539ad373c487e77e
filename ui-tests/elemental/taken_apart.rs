//! Patterns that take structs and arrays apart.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Complex {
    re: f32,
    im: f32,
}

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

#[elemental]
pub fn case(z: Complex, m: Meters, a: [f32; 2]) -> f32 {
    let Complex { re, im } = z;
    let Meters(m) = m;
    let [first, _] = a;
    let (ref b, _) = (m, im);
    let (c, d);
    (c, d) = (re, first);
    *b + c + d
}

fn main() {}
