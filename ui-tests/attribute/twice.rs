//! The same attribute twice.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(#[serial] #[serial] x .+ 1)
    //~              ^^^^^^^^^ bcast!: `#[serial]` is given twice
    //~ help: remove one of them
}

fn main() {}
