//! Integers that kernels lack, taken and returned.

use bcast::elemental;

#[elemental]
pub fn take(x: u128) -> i32 {
//~            ^^^^ bcast: a GPU has no values of type `u128`
//~ help: write `u64`: kernels know f32, i8 to i32, u8 to u32 and bool, and where adapters have them f16, f64
    x as i32
}

#[elemental]
pub fn give(x: f32) -> u128 {
//~                    ^^^^ bcast: a GPU has no values of type `u128`
//~ help: write `u64`: kernels know f32, i8 to i32, u8 to u32 and bool, and where adapters have them f16, f64
    x as u128
    //~  ^^^^ bcast: a GPU has no values of type `u128`
    //~ help: write `u64`: kernels know f32, i8 to i32, u8 to u32 and bool, and where adapters have them f16, f64
}

#[elemental]
pub fn pass(x: u128) -> u128 {
//~            ^^^^ bcast: a GPU has no values of type `u128`
//~ help: write `u64`: kernels know f32, i8 to i32, u8 to u32 and bool, and where adapters have them f16, f64
//~                     ^^^^ bcast: a GPU has no values of type `u128`
//~ help: write `u64`: kernels know f32, i8 to i32, u8 to u32 and bool, and where adapters have them f16, f64
    x
}

fn main() {}
