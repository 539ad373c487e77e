//! A place in the way.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> (f64, Array1<f64>) {
    bcast!(#[grad(x)] f64.(argmax(x)) .* sum(x))
    //~                    ^^^^^^ bcast!: no derivative of `argmax`, which jumps from one place to another
    //~ help: compute it in a call before
}

fn main() {}
