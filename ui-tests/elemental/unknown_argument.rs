//! An argument that the attribute lacks.

use bcast::elemental;

#[elemental(fast)]
pub fn case(x: f32) -> f32 {
    x + 1.0
}

#[elemental(crate)]
pub fn pathless(x: f32) -> f32 {
    x + 1.0
}

fn main() {}
