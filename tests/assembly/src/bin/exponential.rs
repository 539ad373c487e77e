//! A built-in function, which must become part of the loop.

use bcast::{bcast, ndarray::Array1};

fn main() {
    let x = Array1::from_elem(1000, 3.0_f32);
    println!("{}", bcast!(exp.(x))[7]);
}
