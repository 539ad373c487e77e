//! Types of the standard library that no GPU has.

use bcast::elemental;

#[elemental]
pub fn take(x: Vec<f32>) -> f32 {
//~            ^^^^^^^^ bcast: a GPU has no values of type `Vec<f32>`
//~ note: kernels know f32, i8 to i32, u8 to u32 and bool, where the adapter has them
    x[0]
}

#[elemental]
pub fn give(x: f32) -> Option<f32> {
//~                    ^^^^^^^^^^^ bcast: a GPU has no values of type `Option<f32>`
//~ note: kernels know f32, i8 to i32, u8 to u32 and bool, where the adapter has them
    Some(x)
//~ ^^^^^^^ bcast: a GPU has no values of type `Option<f32>`
//~ note: kernels know f32, i8 to i32, u8 to u32 and bool, where the adapter has them
}

fn main() {}
