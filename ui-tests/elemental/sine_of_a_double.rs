//! Elementary functions of `f64`, which SPIR-V lacks.

use bcast::elemental;

#[elemental]
pub fn method(x: f64) -> f64 {
    x.abs().sqrt() + x.sin()
}

#[elemental]
pub fn path(x: f64) -> f64 {
    f64::sin(x)
}

fn main() {}
