//! References to variables, and what they lead to.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    let mut y = 2.0 * x;
    let z = &mut y;
    *z += 1.0;
    y + *&x
}

fn main() {}
