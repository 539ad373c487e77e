//! A function inside a function.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    fn half(x: f32) -> f32 {
        x * 0.5
    }
    static LIMIT: f32 = 2.0;
    half(x) + LIMIT
}

fn main() {}
