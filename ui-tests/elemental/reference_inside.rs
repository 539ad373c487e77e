//! References to variables, and what they lead to.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    let mut y = 2.0 * x;
    let z = &mut y;
    //~     ^^^^^^ bcast: elementals take and compute values: a GPU has no references
    //~ help: write it without `&` and `*`
    *z += 1.0;
//~ ^ bcast: elementals take and compute values: a GPU has no references
//~ help: write it without `&` and `*`
    y + *&x
    //~ ^ bcast: elementals take and compute values: a GPU has no references
    //~ help: write it without `&` and `*`
}

fn main() {}
