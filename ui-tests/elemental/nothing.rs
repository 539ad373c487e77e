//! Expressions without a value where there should be one.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    let mut n = 0;
    #[rustfmt::skip]
    let nothing = while n < 3 { n += 1 };
    //~           ^^^^^^^^^^^^^^^^^^^^^^ bcast: this has no value
    //~ help: write an expression that has one
    let pair = ((), x);
    //~         ^^ bcast: this has no value
    //~ help: write an expression that has one
    let empty = {};
    //~         ^^ bcast: this has no value
    //~ help: write an expression that has one
    let _ = { n += 1 };
    let _ = (nothing, empty);
    pair.1 + n as f32
}

fn main() {}
