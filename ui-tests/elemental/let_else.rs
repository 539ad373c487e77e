//! `let .. else`.

use bcast::elemental;

#[elemental]
pub fn case(n: i32) -> i32 {
    let k @ 1..=3 = n else { return 0 };
    //~               ^^^^ bcast: a GPU does not know `let .. else`
    //~ help: write `if`
    k + 1
}

fn main() {}
