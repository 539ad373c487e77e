//! Types that do not go together are told once.

use bcast::elemental;

#[elemental]
pub fn sum(x: f32, n: i32) -> f32 {
    x + n
  //~ ^ cannot add `i32` to `f32`
  //~ label: no implementation for `f32 + i32`
}

#[elemental]
pub fn condition(x: f32) -> f32 {
    let b: bool = sum(x, 1);
    //~           ^^^^^^^^^ mismatched types
    //~ label: expected `bool`, found `f32`
    if b { x } else { 2.0 }
}

#[elemental]
pub fn result(x: f32) -> i32 {
    2.0 * sum(x, 2)
//~ ^^^^^^^^^^^^^^^ mismatched types
//~ label: expected `i32`, found `f32`
}

fn main() {}
