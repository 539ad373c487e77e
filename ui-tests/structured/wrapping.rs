//! What integers do, of a result with structure.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<u8>) -> Array1<u8> {
    bcast!(#[structured] #[wrapping] x .+ 1)
    //~    ^^^^^^^^^^^^^ bcast!: `#[structured]` cannot stand beside `#[wrapping]`
    //~ help: write the structured part as a call of its own: `let d = bcast!(#[structured] ..);`
}

fn main() {}
