//! A function that returns nothing.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) {
//~    ^^^^ bcast: an elemental returns a value
//~ help: write `-> f32`, and a value at the end
    let _ = x + 1.0;
}

#[elemental]
pub fn unit(x: f32) -> () {
//~                    ^^ bcast: an elemental returns a value
//~ help: write `-> f32`, and a value at the end
    let _ = x + 1.0;
}

fn main() {}
