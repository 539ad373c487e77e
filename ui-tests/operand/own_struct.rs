//! A type of the user's is not one value, unless it is said to be.

use bcast::bcast;
use bcast::ndarray::Array1;

#[derive(Clone, Copy, PartialEq)]
pub struct Color {
    pub red: u8,
}

pub fn case(x: &Array1<Color>, color: Color) -> Array1<bool> {
    bcast!(x .== color)
    //~          ^^^^^ bcast!: `Color` cannot be an operand
    //~ note: write `#[derive(bcast::Element)]` on its type
}

fn main() {}
