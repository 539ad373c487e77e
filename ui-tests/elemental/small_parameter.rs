//! Integers that kernels lack, taken and returned.

use bcast::elemental;

#[elemental]
pub fn take(x: u8) -> i32 {
    x as i32
}

#[elemental]
pub fn give(x: f32) -> u16 {
    x as u16
}

#[elemental]
pub fn pass(x: u8) -> u8 {
    x
}

fn main() {}
