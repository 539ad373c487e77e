//! Types that do not go together are told once.

use bcast::elemental;

#[elemental]
pub fn less(x: f32, n: i32) -> f32 {
    if x < n { x } else { 1.0 }
    //~    ^ mismatched types
    //~ label: expected `f32`, found `i32`
}

#[elemental]
pub fn condition(x: f32) -> f32 {
    let b: bool = less(x, 1);
    //~           ^^^^^^^^^^ mismatched types
    //~ label: expected `bool`, found `f32`
    if b { x } else { 2.0 }
}

#[elemental]
pub fn result(x: f32) -> i32 {
    2.0 * less(x, 2)
//~ ^^^^^^^^^^^^^^^^ mismatched types
//~ label: expected `i32`, found `f32`
}

fn main() {}
