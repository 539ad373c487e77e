//! `let` in the condition of a loop, and in a chain.

use bcast::elemental;

#[elemental]
pub fn case(mut n: i32) -> i32 {
    while let 1..=3 = n {
    //~   ^^^^^^^^^^^^^ bcast: a GPU does not know `let` in conditions
    //~ help: compare with `==`, or write `match` on a number
        n += 2;
    }
    if n > 5 && let 7 = n { 1 } else { n }
    //~         ^^^^^^^^^ bcast: a GPU does not know `let` in conditions
    //~ help: compare with `==`, or write `match` on a number
}

fn main() {}
