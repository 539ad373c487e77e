//! An expression has the rank of its operands, and is asked like any operand where it is read.

use bcast::ndarray::{Array1, Array2, Ix2};
use bcast::{Broadcast, bcast, lazy};

fn rows(x: &Array2<f64>) -> impl Broadcast<Ix2, Elem = f64> + '_ {
    lazy!(x .- 2)
}

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    let half = lazy!(v .* 0.5);
    bcast!(rows(x) .+ half)
    //~               ^^^^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ note: write `@ (1)` behind it
}

fn main() {}
