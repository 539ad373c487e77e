//! Calls of which there are no gradients.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn assigns(x: &Array1<f64>, out: &mut Array1<f64>) {
    bcast!(#[grad(x)] out .= x.^2);
    //~               ^^^^^^^^^^^ bcast!: an assignment under `#[grad(..)]`
    //~ help: write the formula as the value
}

pub fn aligns(x: &Array1<f64>) -> (f64, Array1<f64>) {
    bcast!(#[numpy] #[grad(x)] sum(x.^2))
    //~             ^^^^^^^^^^ bcast!: `#[grad(..)]` beside `#[numpy]`
    //~ help: remove one of the two
}

pub fn folds(x: &Array1<f64>) -> (f64, Array1<f64>) {
    bcast!(#[grad(x)] fold(x.^2, 0.0, |a, b| a.max(b)))
    //~               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ bcast!: no derivative of `fold`, which is a function of yours
    //~ help: compute it in a call before
}

pub fn names(x: &Array1<f64>) -> (f64, Array1<f64>) {
    bcast!(#[grad(d)] let d = x.^2; sum(d))
    //~           ^ bcast!: `d` is a `let` of the formula, no operand
    //~ help: name an operand that it is computed from
}

pub fn nothing(x: &Array1<f64>) -> (f64, Array1<f64>) {
    bcast!(#[grad()] sum(x.^2))
    //~    ^^^^^^^^^ bcast!: a gradient of which operands?
    //~ help: name them: `#[grad(x)]`
}

fn main() {}
