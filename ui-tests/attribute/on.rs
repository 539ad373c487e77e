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
    bcast!(#[on(place)] #[grad(x)] sum(x .* x)).0
    //~    ^^^^^^^^^^^^ bcast!: gradients are put together behind the call, and a place has the pieces of it only
    //~ help: write the derivatives as formulas of their own
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
