//! The attribute on an implementation of a trait.

use bcast::{GpuElement, elemental};
use std::ops::Add;

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

#[elemental]
impl Add for Meters {
    type Output = Meters;
    fn add(self, other: Meters) -> Meters {
        Meters(self.0 + other.0)
    }
}

fn main() {}
