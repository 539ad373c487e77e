//! A struct that derives nothing.

use bcast::elemental;

#[derive(Clone, Copy)]
pub struct Meters(f32);

#[elemental]
pub fn parameter(m: Meters) -> f32 {
//~                 ^^^^^^ bcast: a GPU has no values of type `Meters`
//~ note: kernels know f32, i8 to i32, u8 to u32 and bool, where the adapter has them
    m.0
}

#[elemental]
pub fn inside(x: f32) -> f32 {
    let m = Meters(x);
    //~     ^^^^^^^^^ bcast: a GPU has no values of type `Meters`
    //~ note: kernels know f32, i8 to i32, u8 to u32 and bool, where the adapter has them
    m.0
}

fn main() {}
