//! `match` on a struct, and on a tuple.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

#[elemental]
pub fn case(m: Meters, n: i32) -> f32 {
    let k = match (n, n + 1) {
        (0, _) => 1,
    //~ ^^^^^^ bcast: a GPU matches numbers, constants, ranges, `|` and `_`
    //~ help: match on a number, or write `if`
        _ => n,
    };
    match m {
        Meters(x) => x + k as f32,
    //~ ^^^^^^^^^ bcast: a GPU matches numbers, constants, ranges, `|` and `_`
    //~ help: match on a number, or write `if`
    }
}

fn main() {}
