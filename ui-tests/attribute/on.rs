//! What `#[on(..)]` cannot stand beside, and what is no place.

use bcast::ndarray::Array1;
use bcast::{bcast, lazy};

pub fn checked(x: &Array1<u8>, place: &str) -> Array1<u8> {
    bcast!(#[on(place)] #[checked] x .+ 1)
    //~    ^^^^^^^^^^^^ bcast!: `#[checked]` says where the first result is that does not fit
    //~ help: remove `#[checked]`, or write `#[saturating]`
}

pub fn structured(x: &Array1<u8>, place: &str) -> Array1<u8> {
    bcast!(#[on(place)] #[structured] x .+ 1)
    //~    ^^^^^^^^^^^^ bcast!: containers with structure are not cut into pieces
    //~ help: remove `#[structured]`
}

pub fn gradient(x: &Array1<f32>, place: &str) -> f32 {
    bcast!(#[on(place)] #[grad(x)] sum(at.(x, (0..3)))).0
    //~    ^^^^^^^^^^^^ bcast!: no derivative on a place with respect to `x`, of which single elements are looked up
    //~ help: name other operands in `#[grad(..)]`, or derive in a call without `#[on(..)]`
}

pub fn expression(x: &Array1<f32>, place: &str) -> f32 {
    let doubled = lazy!(#[on(place)] x .* 2);
    //~                 ^^^^^^^^^^^^ bcast!: an expression of `lazy!` runs where it is read
    //~ help: write `#[on(..)]` on the call that reads it
    bcast!(sum(doubled))
}

pub fn twice(x: &Array1<f32>, place: &str) -> Array1<f32> {
    bcast!(#[on(place)] #[on(place)] x .* 2)
    //~                 ^^^^^^^^^^^^ bcast!: `#[on]` is given twice
}

fn main() {}
