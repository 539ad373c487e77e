//! A number has no axes.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>, s: f64) -> Array2<f64> {
    bcast!(x .* s @ (1))
    //~             ^^^ bcast!: an axis map with 1 entries on an operand of rank 0
    //~ note: a single value needs no map
}

fn main() {}
