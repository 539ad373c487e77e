//! A function named as a number type.

use bcast::elemental;

#[elemental]
pub fn f32(x: f32) -> f32 {
//~    ^^^ bcast: an elemental cannot have the name of a number type
//~ help: choose another name
    x + 1.0
}

fn main() {}
