//! An attribute that does not exist.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(#[fast] x .+ 1)
    //~    ^^^^^^^ bcast!: unknown attribute `#[fast]`
    //~ help: there are `#[numpy]`, `#[serial]`, `#[structured]`, `#[wrapping]`, `#[saturating]`, `#[checked]`
}

fn main() {}
