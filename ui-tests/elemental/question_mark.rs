//! An early end by `?`.

use bcast::elemental;

#[elemental]
pub fn case(x: Option<f32>) -> Option<f32> {
    let x = x?;
    //~     ^^ bcast: a GPU does not know `?`
    //~ help: return a number that says that there is none, such as NaN
    Some(x + 1.0)
}

fn main() {}
