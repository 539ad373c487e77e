//! Integers that kernels lack, in a body.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> i32 {
    let low: u8 = 3;
    //~      ^^ bcast: a GPU has no values of type `u8`
    //~ help: write `u32`: kernels know f32, i32, u32 and bool, and where the adapter has them f16, f64, i64, u64, isi
    let bits = 1_u16;
    //~        ^^^^^ bcast: a GPU has no values of type `u16`
    //~ help: write `u32`: kernels know f32, i32, u32 and bool, and where the adapter has them f16, f64, i64, u64, isi
    let byte = x as i8;
    //~             ^^ bcast: a GPU has no values of type `i8`
    //~ help: write `i32`: kernels know f32, i32, u32 and bool, and where the adapter has them f16, f64, i64, u64, isi
    let all: (i32, u8) = (1, 2);
    low as i32 + bits as i32 + byte as i32 + all.0 + i8::max(3, 4) as i32
    //~                                              ^^^^^^^ bcast: a GPU has no values of type `i8`
    //~ help: write `i32`: kernels know f32, i32, u32 and bool, and where the adapter has them f16, f64, i64, u64, isi
}

fn main() {}
