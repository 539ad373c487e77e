//! `let` in a condition.

use bcast::elemental;

#[elemental]
pub fn case(n: i32) -> i32 {
    if let 1..=3 = n { 2 } else { 0 }
   //~ ^^^^^^^^^^^^^ bcast: a GPU does not know `let` in conditions
   //~ help: compare with `==`, or write `match` on a number
}

fn main() {}
