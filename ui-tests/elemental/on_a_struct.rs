//! The attribute on a struct and on a module.

use bcast::elemental;

#[elemental]
pub struct Meters(f32);

#[elemental]
pub mod inner {}

#[elemental]
pub trait Length {}

fn main() {}
