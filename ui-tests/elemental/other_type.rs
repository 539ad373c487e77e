//! Types of the standard library that no GPU has.

use bcast::elemental;

#[elemental]
pub fn take(x: Vec<f32>) -> f32 {
//~            ^^^^^^^^ bcast: a GPU has no values of type `Vec<f32>`
//~ note: kernels know f32, i32, u32 and bool, where the adapter has them f16, f
    x[0]
}

#[elemental]
pub fn give(x: f32) -> Option<f32> {
//~                    ^^^^^^^^^^^ bcast: a GPU has no values of type `Option<f32>`
//~ note: kernels know f32, i32, u32 and bool, where the adapter has them f16, f
    Some(x)
//~ ^^^^^^^ bcast: a GPU has no values of type `Option<f32>`
//~ note: kernels know f32, i32, u32 and bool, where the adapter has them f16, f
}

fn main() {}
