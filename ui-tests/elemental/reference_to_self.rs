//! Methods that borrow.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

#[elemental]
impl Meters {
    pub fn doubled(&self) -> f32 {
    //~            ^^^^^ bcast: elementals take and compute values: a GPU has no references
    //~ help: write it without `&` and `*`
        self.0 * 2.0
    }

    pub fn double(&mut self) -> f32 {
    //~           ^^^^^^^^^ bcast: elementals take and compute values: a GPU has no references
    //~ help: write it without `&` and `*`
        self.0 *= 2.0;
        self.0
    }
}

fn main() {}
