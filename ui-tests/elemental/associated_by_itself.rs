//! The attribute on a function of a type.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

impl Meters {
    #[elemental]
    pub fn of(x: f32) -> f32 {
        x * 2.0
    }
}

fn main() {}
