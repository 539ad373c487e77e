//! A constant of a type that no GPU has.

use bcast::elemental;

const NAME: &str = "x";
const LOW: u128 = 3;
static SHARED: f32 = 2.0;

#[elemental]
pub fn case(x: f32) -> f32 {
    let _ = NAME;
    //~     ^^^^ bcast: a GPU has no values of type `&str`
    //~ note: kernels know f32, i8 to i32, u8 to u32 and bool, where the adapter has them
    x + LOW as f32 + SHARED
    //~ ^^^ bcast: a GPU has no values of type `u128`
    //~ note: kernels know f32, i8 to i32, u8 to u32 and bool, where the adapter has them
}

fn main() {}
