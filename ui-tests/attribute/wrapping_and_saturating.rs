//! Both attributes for integers.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<u8>) -> Array1<u8> {
    bcast!(#[wrapping] #[saturating] x .+ 1)
    //~                ^^^^^^^^^^^^^ bcast!: `#[wrapping]` and `#[saturating]` in one call
    //~ help: keep one of them, or make the other part a call of its own
}

fn main() {}
