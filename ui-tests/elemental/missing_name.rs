//! A variable and a function that are nowhere.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    let z = 2.0;
    x + y + nowhere(z)
    //~ ^ cannot find value `y` in this scope
    //~ label: not found in this scope
    //~     ^^^^^^^ unresolved import `nowhere`
    //~ label: no external crate `nowhere`
    //~     ^^^^^^^ cannot find function `nowhere` in this scope
    //~ label: not found in this scope
}

fn main() {}
