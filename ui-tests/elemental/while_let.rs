//! `let` in the condition of a loop, and in a chain.

use bcast::elemental;

#[elemental]
pub fn case(mut n: i32) -> i32 {
    while let 1..=3 = n {
        n += 2;
    }
    if n > 5 && let 7 = n { 1 } else { n }
}

fn main() {}
