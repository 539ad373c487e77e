//! A union has no one value.

use bcast::Element;

#[derive(Clone, Copy, Element)]
pub union Bits {
//~ ^^^^^ bcast: `Element` can be derived for structs and enums only
    pub float: f32,
    pub bits: u32,
}

fn main() {}
