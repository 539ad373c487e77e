//! A function and a static inside a function.

use bcast::elemental;

#[elemental]
#[rustfmt::skip]
pub fn case(x: f32) -> f32 {
    fn half(x: f32) -> f32 { x * 0.5 }
//~ ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ bcast: only `const` and `use` may stand in an elemental
//~ help: put this item beside it
    static LIMIT: f32 = 2.0;
//~ ^^^^^^^^^^^^^^^^^^^^^^^^ bcast: only `const` and `use` may stand in an elemental
//~ help: put this item beside it
    half(x) + LIMIT
}

fn main() {}
