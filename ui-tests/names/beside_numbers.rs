//! A call names axes or counts them.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>) -> Array2<f64> {
    bcast!(x @ (i, j) .* v @ (1))
    //~                       ^ bcast!: an axis by its number, in a call that names axes
    //~ help: write a name here, too
}

fn main() {}
