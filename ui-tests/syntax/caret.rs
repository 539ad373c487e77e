//! A power without its dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(x ^ y .+ 1)
    //~      ^ bcast!: `^` without a dot
    //~ help: `.^` is power: write `x .^ y`; exclusive or is `xor.(x, y)`
}

fn main() {}
