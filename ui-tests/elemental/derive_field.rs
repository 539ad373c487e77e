//! Fields that no GPU has.

use bcast::GpuElement;

#[derive(Clone, Copy, GpuElement)]
pub struct Named {
    pub name: &'static str,
    //~       ^^^^^^^^^^^^ bcast: a GPU has no values of type `&'static str`
    //~ note: kernels know f32, i8 to i32, u8 to u32 and bool, where the adapter has them
    pub size: f32,
}

#[derive(Clone, Copy, GpuElement)]
pub struct Small {
    pub size: u128,
    //~       ^^^^ bcast: a GPU has no values of type `u128`
    //~ note: kernels know f32, i8 to i32, u8 to u32 and bool, where the adapter has them
}

fn main() {}
