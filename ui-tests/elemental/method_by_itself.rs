//! The attribute on a method.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

impl Meters {
    #[elemental]
    pub fn doubled(self) -> f32 {
        self.0 * 2.0
    }
}

fn main() {}
