//! An element of what is written: Rust's index borrows the array.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn first(b: &mut Array1<f64>) {
    bcast!(b[1..] .-= b[0]);
    //~               ^^^^ bcast!: `b[0]` is borrowed beside the target `b[1..]`, and both are of one array
    //~ help: write `{ b[0] }`: its value before the call
}

pub fn pivot(m: &mut Array2<f64>, i: usize) {
    bcast!(m ./= m[[i, i]]);
    //~          ^^^^^^^^^ bcast!: `m[[i, i]]` is borrowed beside the target `m`, and both are of one array
    //~ help: write `{ m[[i, i]] }`
}

pub fn afterwards(b: &mut Array1<f64>) -> Array1<f64> {
    bcast!(b .*= 2; b .+ b[0])
    //~                  ^^^^ bcast!: `b[0]` is borrowed beside the target `b`, and both are of one array
    //~ help: the new one is read by a second `bcast!` for all that follows
}

/// As it is written instead.
pub fn right(b: &mut Array1<f64>) {
    bcast!(b[1..] .-= { b[0] })
}

fn main() {}
