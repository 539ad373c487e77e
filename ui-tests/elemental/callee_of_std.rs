//! A call of a function of std.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    std::hint::black_box(x)
//~ ^^^^^^^^^^^^^^^^^^^^ bcast: a GPU does not know this function
//~ label: a function without `#[elemental]`
//~ note: write `#[bcast::elemental]` above it, if it is yours
}

fn main() {}
