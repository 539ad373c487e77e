//! An early end by `?`.

use bcast::elemental;

#[elemental]
pub fn case(x: Option<f32>) -> Option<f32> {
    let x = x?;
    Some(x + 1.0)
}

fn main() {}
