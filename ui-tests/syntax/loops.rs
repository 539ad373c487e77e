//! Loops stand around a call.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(y: &mut Array1<f64>, x: &Array2<f64>) {
    bcast!(for i in 0..3 { y .+= x[i, ..] });
    //~    ^^^ bcast!: `for` cannot stand here
    //~ help: write the loop around the call, `for i in 0..n { bcast!(y .+= x[i]) }`; elements need none: `y .+= x`
    bcast!({ for i in 0..3 { y .+= x[i, ..]; } });
    //~    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ bcast!: dotted operations in braces, which hold plain Rust
    //~ help: write the loop around the call
    bcast!({ y .+= x[0, ..]; y .*= 2 });
    //~    ^^^^^^^^^^^^^^^^^^^^^^^^^^^ bcast!: dotted operations in braces, which hold plain Rust
    //~ help: remove them: statements stand in the macro itself
}

/// As it is written instead.
pub fn right(y: &mut Array1<f64>, x: &Array2<f64>) {
    for i in 0..3 {
        bcast!(y .+= x[i, ..]; y .*= 2);
    }
}

fn main() {}
