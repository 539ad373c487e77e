//! A range whose order is changed, and one with steps.

use bcast::elemental;

#[elemental]
pub fn case(x: f32, n: i32) -> f32 {
    let mut sum = 0.0;
    for i in (0..n).rev() {
        sum = sum * x + i as f32;
    }
    for i in (0..n).step_by(2) {
        sum += i as f32;
    }
    sum
}

fn main() {}
