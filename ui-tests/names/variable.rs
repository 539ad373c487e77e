//! Names are no variables.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) {
    let k = 1;
    let _ = bcast!(x .* v @ (k));
    //~            ^ bcast!: an operand with axes that have no names, in a call that names axes
}

fn main() {}
