//! `if` without `else` as a value.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    let y = if x > 1.0 { 2.0 };
    //~     ^^^^^^^^^^^^^^^^^^ `if` may be missing an `else` clause
    //~ label: expected floating-point number, found `()`
    x + if x > 2.0 { 1.0 }
    //~ ^^^^^^^^^^^^^^^^^^ `if` may be missing an `else` clause
    //~ label: expected floating-point number, found `()`
}

fn main() {}
