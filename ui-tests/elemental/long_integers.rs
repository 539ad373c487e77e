//! Integers that kernels lack, in a body.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> i32 {
    let low: u128 = 3;
    //~      ^^^^ bcast: a GPU has no values of type `u128`
    //~ help: write `u64`: kernels know f32, i8 to i32, u8 to u32 and bool, and where adapters have them f16, f64
    let bits = 1_u128;
    //~        ^^^^^^ bcast: a GPU has no values of type `u128`
    //~ help: write `u64`: kernels know f32, i8 to i32, u8 to u32 and bool, and where adapters have them f16, f64
    let byte = x as i128;
    //~             ^^^^ bcast: a GPU has no values of type `i128`
    //~ help: write `i64`: kernels know f32, i8 to i32, u8 to u32 and bool, and where adapters have them f16, f64
    let all: (i32, u128) = (1, 2);
    low as i32 + bits as i32 + byte as i32 + all.0 + i128::max(3, 4) as i32
    //~                                              ^^^^^^^^^ bcast: a GPU has no values of type `i128`
    //~ help: write `i64`: kernels know f32, i8 to i32, u8 to u32 and bool, and where adapters have them f16, f64
}

fn main() {}
