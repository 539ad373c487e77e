//! `GpuElement` for what is no struct of fields.

use bcast::GpuElement;

#[derive(Clone, Copy, GpuElement)]
pub enum Side {
//~      ^^^^ bcast: a GPU computes with structs of numbers
//~ help: derive `GpuElement` for a struct
    Left,
    Right,
}

#[derive(Clone, Copy, GpuElement)]
pub struct Nothing;
//~        ^^^^^^^ bcast: a GPU has no structs without fields
//~ help: give it a field

fn main() {}
