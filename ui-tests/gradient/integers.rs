//! A gradient with respect to integers.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<i32>) -> (i32, Array1<i32>) {
    bcast!(#[grad(n)] sum(n .* n))
    //~                   ^ bcast!: no derivative with respect to a value of type `i32`
    //~ label: neither `f32` nor `f64`
    //~ note: name operands of floats in `#[grad(..)]`
}

fn main() {}
