//! A range without an end, and one as a value.

use bcast::elemental;

#[elemental]
pub fn case(n: i32) -> i32 {
    let few = 0..3;
    //~       ^^^^ bcast: ranges stand behind `in` and in patterns only
    //~ help: write two numbers
    for i in 2.. {
    //~      ^^^ bcast: this range has to have a start and an end
    //~ help: write `for i in 0..n`, or `loop` with `break`
        if i * i > n && i > few.end {
            return i;
        }
    }
    0
}

fn main() {}
