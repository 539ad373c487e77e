//! Two sides of one array.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(u: &mut Array2<f64>) {
    bcast!(u[0, ..] .= 0; u[-1, ..] .= 1)
    //~                   ^^^^^^^^^ bcast!: `u[-1, ..]` is written beside the target `u[0, ..]`
    //~ help: write a `bcast!` for each of them
}

fn main() {}
