//! Strings and characters.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    let name = "x";
    //~        ^^^ bcast: a GPU knows numbers and truth values only
    //~ help: write a number
    let letter = 'x';
    //~          ^^^ bcast: a GPU knows numbers and truth values only
    //~ help: write a number
    if letter == 'y' { x } else { b'x' as f32 + name.len() as f32 }
    //~          ^^^ bcast: a GPU knows numbers and truth values only
    //~ help: write a number
    //~                           ^^^^ bcast: a GPU knows numbers and truth values only
    //~ help: write a number
    //~                                              ^^^ bcast: a GPU has no `len`
    //~ help: write it with operators and the methods that formulas have: `x.sqrt()`
}

fn main() {}
