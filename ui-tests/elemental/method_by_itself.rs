//! The attribute on a method.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

impl Meters {
    #[elemental]
    pub fn doubled(self) -> f32 {
    //~            ^^^^ bcast: an attribute on a method does not see the type of `self`
    //~ help: write `#[elemental]` before the `impl` block instead
        self.0 * 2.0
    }
}

fn main() {}
