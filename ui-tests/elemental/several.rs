//! All mistakes of a function come at once.

use bcast::elemental;

#[elemental]
pub fn case(x: &f32, n: u8) -> f32 {
//~            ^^^^ bcast: elementals take and compute values: a GPU has no references
//~ help: write it without `&` and `*`
    *x + n as f32
}

#[elemental]
pub fn body(x: f32) -> f32 {
    assert!(x > 0.0);
//~ ^^^^^^ bcast: a GPU knows no macros
//~ help: write out what it would write, or compute it on the CPU
    let y = &x;
    //~     ^^ bcast: elementals take and compute values: a GPU has no references
    //~ help: write it without `&` and `*`
    if let 1.0..2.0 = x {
   //~ ^^^^^^^^^^^^^^^^ bcast: a GPU does not know `let` in conditions
   //~ help: compare with `==`, or write `match` on a number
        return 0.0;
    }
    for i in 0.. {
    //~      ^^^ bcast: this range has to have a start and an end
    //~ help: write `for i in 0..n`, or `loop` with `break`
        if i > 3 {
            break;
        }
    }
    y.to_bits() as f32
  //~ ^^^^^^^ bcast: a GPU has no `to_bits`
  //~ help: write it with operators and the methods that formulas have: `x.sqrt()`
}

fn main() {}
