//! A method with type parameters of its own.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

#[elemental]
impl Meters {
    pub fn times<T: Into<f32>>(self, factor: T) -> f32 {
    //~         ^^^^^^^^^^^^^^ bcast: a method of an elemental block has no generic parameters of its own
    //~ help: put them on the `impl` block
        self.0 * factor.into()
    }
}

fn main() {}
