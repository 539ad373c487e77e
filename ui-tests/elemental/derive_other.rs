//! `GpuElement` for what is no struct of fields.

use bcast::GpuElement;

#[derive(Clone, Copy, GpuElement)]
pub enum Side {
    Left,
    Right,
}

#[derive(Clone, Copy, GpuElement)]
pub struct Nothing;

fn main() {}
