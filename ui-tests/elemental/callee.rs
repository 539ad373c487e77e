//! A call of a function without the attribute.

use bcast::elemental;

fn soft(x: f32) -> f32 {
    x / (1.0 + x.abs())
}

#[elemental]
pub fn case(x: f32) -> f32 {
    2.0 * soft(x)
    //~   ^^^^ bcast: a GPU does not know this function
    //~ label: a function without `#[elemental]`
    //~ note: write `#[bcast::elemental]` above it, if it is yours
}

fn main() {}
