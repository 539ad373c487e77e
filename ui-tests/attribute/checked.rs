//! What `#[checked]` cannot stand beside, and what a call with it cannot read.

use bcast::ndarray::Array1;
use bcast::{bcast, lazy};

pub fn two(x: &Array1<u8>) -> Array1<u8> {
    bcast!(#[checked] #[wrapping] x .+ 1)
    //~               ^^^^^^^^^^^ bcast!: `#[checked]` and `#[wrapping]` in one call
    //~ help: keep one of them, or make the other part a call of its own
}

pub fn expression(x: &Array1<u8>) -> Array1<u8> {
    let doubled = lazy!(#[checked] x .* 2);
    //~                 ^^^^^^^^^^ bcast!: whoever reads an expression of `lazy!` cannot hear that its
    //~ help: write `#[checked]` on the call that reads it, with this formula in it
    bcast!(doubled .+ 1)
}

pub fn anew(x: &Array1<u8>, y: &mut Array1<u8>) -> u8 {
    bcast!(#[checked] *y .+= x; sum(*y))
    //~                             ^^ bcast!: under `#[checked]` nothing is written before all is known
    //~ help: make it a call of its own, behind this one
}

pub fn twice(x: &Array1<u8>, y: &mut Array1<u8>) {
    bcast!(#[checked] y .= x; y .*= 2);
    //~                       ^ bcast!: under `#[checked]` nothing is written before all is known
}

fn main() {}
