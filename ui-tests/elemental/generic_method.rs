//! A method with type parameters of its own.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

#[elemental]
impl Meters {
    pub fn times<T: Into<f32>>(self, factor: T) -> f32 {
        self.0 * factor.into()
    }
}

fn main() {}
