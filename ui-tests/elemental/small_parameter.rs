//! Integers that kernels lack, taken and returned.

use bcast::elemental;

#[elemental]
pub fn take(x: u8) -> i32 {
//~            ^^ bcast: a GPU has no values of type `u8`
//~ help: write `u32`: kernels know f32, i32, u32 and bool, and where the adapter has them f16, f64, i64, u64, isize a
    x as i32
}

#[elemental]
pub fn give(x: f32) -> u16 {
//~                    ^^^ bcast: a GPU has no values of type `u16`
//~ help: write `u32`: kernels know f32, i32, u32 and bool, and where the adapter has them f16, f64, i64, u64, isize a
    x as u16
    //~  ^^^ bcast: a GPU has no values of type `u16`
    //~ help: write `u32`: kernels know f32, i32, u32 and bool, and where the adapter has them f16, f64, i64, u64, isi
}

#[elemental]
pub fn pass(x: u8) -> u8 {
//~            ^^ bcast: a GPU has no values of type `u8`
//~ help: write `u32`: kernels know f32, i32, u32 and bool, and where the adapter has them f16, f64, i64, u64, isize a
//~                   ^^ bcast: a GPU has no values of type `u8`
//~ help: write `u32`: kernels know f32, i32, u32 and bool, and where the adapter has them f16, f64, i64, u64, isize a
    x
}

fn main() {}
