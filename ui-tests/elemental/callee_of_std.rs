//! A call of a function of std.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    std::hint::black_box(x)
//~ ^^^^^^^^^^^^^^^^^^^^ expected type, found function `std::hint::black_box`
//~ label: not a type
}

fn main() {}
