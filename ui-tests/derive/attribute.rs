//! An attribute that does not exist.

use bcast::Element;

#[derive(Clone, Copy, Element)]
#[bcast(name = "color")]
//~     ^^^^ bcast: unknown attribute
//~ help: write `#[bcast(crate = path::to::bcast)]`
pub struct Color {
    pub red: u8,
}

fn main() {}
