//! More than one expression, and other attributes.

use bcast::bcast;
use bcast::structure::Diagonal;

pub fn lets(d: &Diagonal<Vec<f64>>) {
    let _ = bcast!(#[structured] let e = d .* 2; e ./ 3);
    //~                              ^ bcast!: `#[structured]` takes one expression or one assignment, and no `let`
    //~ help: make each a call of its own
}
pub fn tuples(d: &Diagonal<Vec<f64>>) {
    let _ = bcast!(#[structured] (d .* 2, d ./ 3));
    //~                                   ^^^^^^ bcast!: `#[structured]` takes one expression or one assignment
    //~ help: make each a call of its own
}
pub fn lazily(d: &Diagonal<Vec<f64>>) {
    let _ = bcast::lazy!(#[structured] d .* 2);
    //~                  ^^^^^^^^^^^^^ bcast!: `#[structured]` cannot stand beside `lazy!`
    //~ help: write the structured part as a call of its own
}
pub fn with_argument(d: &Diagonal<Vec<f64>>) {
    let _ = bcast!(#[structured(d)] d .* 2);
    //~            ^^^^^^^^^^^^^^^^ bcast!: `#[structured]` takes no argument
    //~ help: write `#[structured]`
}

fn main() {}
