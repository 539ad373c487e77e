//! A call of a function that has an error itself.

use bcast::elemental;

#[elemental]
fn checked(x: f32) -> f32 {
    assert!(x > 0.0);
    x
}

#[elemental]
pub fn case(x: f32) -> f32 {
    checked(x) + 1.0
}

fn main() {}
