//! A function named as a number type.

use bcast::elemental;

#[elemental]
pub fn f32(x: i32) -> i32 {
    x + 1
}

fn main() {}
