//! A method that calls itself.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Count(i32);

#[elemental]
impl Count {
    pub fn product(self) -> i32 {
        if self.0 < 2 { 1 } else { self.0 * Count(self.0 - 1).product() }
    }

    pub fn sum(self) -> i32 {
        if self.0 < 2 { 1 } else { self.0 + Self::sum(Count(self.0 - 1)) }
    }
}

fn main() {}
