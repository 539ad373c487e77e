//! A variable and a function that are nowhere.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    let z = 2.0;
    x + y + nowhere(z)
}

fn main() {}
