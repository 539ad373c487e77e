//! Parameters without a name.

use bcast::elemental;

#[elemental]
pub fn pair((a, b): (f32, f32)) -> f32 {
    a + b
}

#[elemental]
pub fn unused(_: f32, x: f32) -> f32 {
    x
}

#[elemental]
pub fn any(x: impl Into<f32>) -> f32 {
    x.into()
}

fn main() {}
