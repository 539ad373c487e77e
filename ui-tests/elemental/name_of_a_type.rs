//! A function named as a number type.

use bcast::elemental;

#[elemental]
pub fn f32(x: i32) -> i32 {
//~    ^^^ bcast: an elemental cannot have the name of a number type
//~ help: choose another name
    x + 1
}

fn main() {}
