//! The attribute on an implementation of a trait.

use bcast::{GpuElement, elemental};
use std::ops::Add;

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

#[elemental]
impl Add for Meters {
//~  ^^^ bcast: a GPU cannot find methods of traits
//~ help: write `#[elemental]` before an `impl` block of the type itself
    type Output = Meters;
    fn add(self, other: Meters) -> Meters {
        Meters(self.0 + other.0)
    }
}

fn main() {}
