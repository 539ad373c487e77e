//! Elements are copied.

use bcast::Element;

#[derive(Element)]
pub struct Color {
//~        ^^^^^ the trait bound `Color: Copy` is not satisfied
    pub red: u8,
}

fn main() {}
