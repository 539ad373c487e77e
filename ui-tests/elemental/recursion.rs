//! A function that calls itself.

use bcast::elemental;

#[elemental]
pub fn case(n: i32) -> i32 {
    if n < 2 { 1 } else { n * case(n - 1) }
    //~                       ^^^^ bcast: a GPU knows no recursion
    //~ help: write a loop
}

fn main() {}
