//! Fields that no GPU has.

use bcast::GpuElement;

#[derive(Clone, Copy, GpuElement)]
pub struct Named {
    pub name: &'static str,
    //~       ^^^^^^^^^^^^ bcast: a GPU has no values of type `&'static str`
    //~ note: kernels know f32, i32, u32 and bool, where the adapter has them f16, f
    pub size: f32,
}

#[derive(Clone, Copy, GpuElement)]
pub struct Small {
    pub size: u8,
    //~       ^^ bcast: a GPU has no values of type `u8`
    //~ note: kernels know f32, i32, u32 and bool, where the adapter has them f16, f
}

fn main() {}
