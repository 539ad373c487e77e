//! Functions that are `async` or `unsafe`, and a block that is.

use bcast::elemental;

#[elemental]
pub async fn later(x: f32) -> f32 {
//~ ^^^^^ bcast: an elemental cannot be `async`
//~ help: write it without
    x
}

/// # Safety
///
/// None is needed.
#[elemental]
pub unsafe fn risky(x: f32) -> f32 {
//~ ^^^^^^ bcast: an elemental cannot be `unsafe`
//~ help: write it without
    x
}

#[elemental]
pub fn inside(x: f32) -> f32 {
    // SAFETY: none is needed.
    unsafe { risky(x) }
//~ ^^^^^^^^^^^^^^^^^^^ bcast: an elemental cannot be `unsafe`
//~ help: write it without
}

fn main() {}
