//! A function with `#[elemental]`, with branches and an early end, which must become part of the loop.

use bcast::{bcast, elemental, ndarray::Array1};

#[elemental]
fn clipped(x: f32, limit: f32) -> f32 {
    let size = x.abs();
    if size <= limit / 2.0 {
        return x;
    }
    let over = 2.0 * size / limit - 1.0;
    (limit * (0.5 + 0.5 * over / (1.0 + over))).copysign(x)
}

fn main() {
    let x = Array1::from_elem(1000, 3.0_f32);
    println!("{}", bcast!(clipped.(x, x))[7]);
}
