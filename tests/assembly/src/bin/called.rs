//! What the test must notice: a function that stays a call, and so keeps the loop from becoming vector code.

use bcast::{bcast, ndarray::Array1};

#[inline(never)]
fn half(x: f32) -> f32 {
    std::hint::black_box(x) / 2.0
}

fn main() {
    let x = Array1::from_elem(1000, 3.0_f32);
    println!("{}", bcast!(half.(x))[7]);
}
