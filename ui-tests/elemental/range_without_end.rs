//! A range without an end, and one as a value.

use bcast::elemental;

#[elemental]
pub fn case(n: i32) -> i32 {
    let few = 0..3;
    for i in 2.. {
        if i * i > n && i > few.end {
            return i;
        }
    }
    0
}

fn main() {}
