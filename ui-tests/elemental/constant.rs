//! A constant of a type that no GPU has.

use bcast::elemental;

const NAME: &str = "x";
const LOW: u8 = 3;
static SHARED: f32 = 2.0;

#[elemental]
pub fn case(x: f32) -> f32 {
    let _ = NAME;
    x + LOW as f32 + SHARED
}

fn main() {}
