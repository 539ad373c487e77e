//! Two functions that call each other.

use bcast::elemental;

#[elemental]
pub fn even(n: i32) -> i32 {
    if n == 0 { 1 } else { odd(n - 1) }
    //~                    ^^^ overflow evaluating the requirement `even: GpuKnowsNoRecursion`
}

#[elemental]
pub fn odd(n: i32) -> i32 {
    if n == 0 { 0 } else { even(n - 1) }
    //~                    ^^^^ overflow evaluating the requirement `odd: GpuKnowsNoRecursion`
}

fn main() {}
