//! Assignments to several variables at once.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    let mut a = x;
    let mut b = 2.0;
    (a, b) = (b, a);
//~ ^^^^^^ bcast: a GPU assigns to a variable, or a part of one
//~ help: write an assignment for each, or `let (a, b) = ..`
    [a, _] = [b, a];
//~ ^^^^^^ bcast: a GPU assigns to a variable, or a part of one
//~ help: write an assignment for each, or `let (a, b) = ..`
    a - b
}

fn main() {}
