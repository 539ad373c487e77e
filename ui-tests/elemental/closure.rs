//! A closure inside.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    let double = |v: f32| 2.0 * v;
    //~          ^^^^^^^^^^^^^^^^ bcast: a GPU knows no closures here
    //~ help: write a function with `#[elemental]`
    double(x) + (|v: f32| v * v)(x)
    //~         ^^^^^^^^^^^^^^^^ bcast: a GPU calls functions by their names
    //~ help: call a function with `#[elemental]`
}

fn main() {}
