//! A function of a number, which must be computed before the loops.

use bcast::{bcast, ndarray::Array1};
use std::hint::black_box;

fn main() {
    let (x, s) = (Array1::from_elem(1000, 3.0_f32), black_box(0.5_f32));
    println!("{}", bcast!(exp.(s) .* x)[7]);
}
