//! A closure inside.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    let double = |v: f32| 2.0 * v;
    double(x) + (|v: f32| v * v)(x)
}

fn main() {}
