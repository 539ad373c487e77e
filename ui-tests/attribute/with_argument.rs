//! An argument too many.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(#[serial(true)] x .+ 1)
    //~    ^^^^^^^^^^^^^^^ bcast!: `#[serial]` takes no argument
    //~ help: write `#[serial]`
}

fn main() {}
