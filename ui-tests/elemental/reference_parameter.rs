//! A parameter that is a reference.

use bcast::elemental;

#[elemental]
pub fn case(x: &f32, n: i32) -> f32 {
    *x * n as f32
}

fn main() {}
