//! Integers that kernels lack, in a body.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> i32 {
    let low: u8 = 3;
    let bits = 1_u16;
    let byte = x as i8;
    let all: (i32, u8) = (1, 2);
    low as i32 + bits as i32 + byte as i32 + all.0 + i8::max(3, 4) as i32
}

fn main() {}
