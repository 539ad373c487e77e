//! What was reduced over all axes is a single value, and so is a literal.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn alone(x: &Array2<f64>) -> Array1<f64> {
    bcast!(sum(x) @ (0))
    //~             ^^^ bcast!: an axis map with 1 entries on an operand of rank 0
    //~ note: a single value needs no map
}

pub fn behind_a_let(x: &Array2<f64>) -> f64 {
    bcast!(let s = sum(x); mean((s @ (0)) .* x))
    //~                              ^^^ bcast!: an axis map with 1 entries on an operand of rank 0
    //~ note: a single value needs no map
}

pub fn over_a_list(x: &Array2<f64>) -> Array2<f64> {
    bcast!(x .- sum[0, 1](x) @ (0))
    //~                        ^^^ bcast!: an axis map with 1 entries on an operand of rank 0
    //~ note: a single value needs no map
}

pub fn literal(x: &Array2<f64>) -> Array2<f64> {
    bcast!(x .* 2.0 @ (1))
    //~               ^^^ bcast!: an axis map with 1 entries on an operand of rank 0
    //~ note: a single value needs no map
}

fn main() {}
