//! An argument of another type: rustc looks at the call twice, with other notes.

use bcast::elemental;

#[elemental]
pub fn scaled(x: f32, n: i32) -> f32 {
    x * n as f32
}

#[elemental]
pub fn case(x: f32, n: i32) -> f32 {
    2.0 * scaled(n, n) + x
    //~          ^ mismatched types
    //~ label: expected `f32`, found `i32`
    //~          ^ mismatched types
    //~ label: expected `f32`, found `i32`
}

fn main() {}
