//! `any` asks about conditions.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> bool {
    bcast!(any(x))
    //~    ^^^ bcast!: there is no `any` of `f64`
    //~ note: its elements must be `bool`: compare, for example `x .!= 0`
}

fn main() {}
