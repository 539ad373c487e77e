//! Values of kernels are copied.

use bcast::GpuElement;

#[derive(GpuElement)]
pub struct Meters {
//~        ^^^^^^ the trait bound `Meters: Copy` is not satisfied
//~ label: the trait `Copy` is not implemented for `Meters`
    pub size: f32,
}

fn main() {}
