//! The attribute on a function of a type.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

impl Meters {
    #[elemental]
    pub fn of(x: f32) -> Self {
    //~                  ^^^^ bcast: an attribute on a method does not see the type of `self`
    //~ help: write `#[elemental]` before the `impl` block instead
        Meters(x * 2.0)
    }
}

fn main() {}
