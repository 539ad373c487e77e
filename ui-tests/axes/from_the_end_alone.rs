//! An axis that is counted from the end needs something that has one.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(v: &Array1<f64>) {
    let _ = bcast!(v @ (-1) .* 2);
    //~                ^^^^ bcast!: nothing here says how many axes the result has
    //~ label: axes that are counted from the end, or given as values, do not say it
    //~ note: or give the shape: `#[shape([..])]`
}

fn main() {}
