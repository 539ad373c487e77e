//! What is called is no name of a function.

use bcast::elemental;

#[elemental]
pub fn given(f: fn(f32) -> f32, x: f32) -> f32 {
//~             ^^^^^^^^^^^^^^ bcast: a GPU has no values of type `fn(f32) -> f32`
//~ note: kernels know f32, i8 to i32, u8 to u32 and bool, where the adapter has them
    f(x)
}

#[elemental]
pub fn chosen(x: f32) -> f32 {
    (if x > 1.0 { given } else { given })(half, x)
//~ ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ bcast: a GPU calls functions by their names
//~ help: call a function with `#[elemental]`
}

fn half(x: f32) -> f32 {
    x * 0.5
}

fn main() {}
