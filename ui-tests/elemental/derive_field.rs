//! Fields that no GPU has.

use bcast::GpuElement;

#[derive(Clone, GpuElement)]
pub struct Named {
    pub name: String,
    pub size: f32,
}

#[derive(Clone, Copy, GpuElement)]
pub struct Small {
    pub size: u8,
}

#[derive(GpuElement)]
pub struct NotCopy {
    pub size: f32,
}

fn main() {}
