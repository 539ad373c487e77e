//! A method named as one of std's numbers.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

#[elemental]
impl Meters {
    pub fn max(self, other: Self) -> f32 {
    //~    ^^^ bcast: `max` is a method of std's numbers, which bodies would take it for
    //~ help: choose another name
        self.0.max(other.0)
    }

    pub fn len(self) -> f32 {
    //~    ^^^ bcast: `len` is a method of std's numbers, which bodies would take it for
    //~ help: choose another name
        self.0
    }
}

fn main() {}
