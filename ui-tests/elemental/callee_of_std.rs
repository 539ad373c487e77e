//! A call of a function of std.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    std::hint::black_box(x)
}

fn main() {}
