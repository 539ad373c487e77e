//! A struct that derives nothing.

use bcast::elemental;

#[derive(Clone, Copy)]
pub struct Meters(f32);

#[elemental]
pub fn parameter(m: Meters) -> f32 {
    m.0
}

#[elemental]
pub fn inside(x: f32) -> f32 {
    let m = Meters(x);
    m.0
}

fn main() {}
