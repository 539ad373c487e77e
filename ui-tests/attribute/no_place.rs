//! A place is a type of its own.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, place: &usize) -> Array1<f64> {
    bcast!(#[on(place)] x .+ 1)
    //~    ^^^^^^^^^^^^ bcast!: `&usize` is no place
    //~ label: a call cannot run on it
    //~ note: `#[on(&place)]` takes what implements `bcast::place::Place` and `Holds`
}

fn main() {}
