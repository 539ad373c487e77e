//! Strings and characters.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    let name = "x";
    let letter = 'x';
    if letter == 'y' { x } else { b'x' as f32 + name.len() as f32 }
}

fn main() {}
