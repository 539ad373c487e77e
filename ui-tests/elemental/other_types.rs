//! Types that do not go together.

use bcast::elemental;

#[elemental]
pub fn sum(x: f32, n: i32) -> f32 {
    x + n
}

#[elemental]
pub fn argument(x: f32, n: i32) -> f32 {
    2.0 * sum(n, n) + x
}

#[elemental]
pub fn result(x: f32) -> i32 {
    2.0 * sum(x, 2)
}

fn main() {}
