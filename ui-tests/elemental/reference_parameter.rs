//! A parameter that is a reference.

use bcast::elemental;

#[elemental]
pub fn case(x: &f32, n: i32) -> f32 {
//~            ^^^^ bcast: elementals take and compute values: a GPU has no references
//~ help: write it without `&` and `*`
    *x * n as f32
}

fn main() {}
