//! Methods of numbers that kernels lack.

use bcast::elemental;

#[elemental]
pub fn case(x: f32, n: u32) -> u32 {
    x.to_bits() + n.count_ones() + u32::leading_zeros(n) + x.next_up() as u32
}

fn main() {}
