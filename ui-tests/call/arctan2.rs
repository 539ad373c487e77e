//! The name of NumPy.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(y: &Array1<f64>, x: &Array1<f64>) -> Array1<f64> {
    bcast!(arctan2.(y, x))
    //~    ^^^^^^^ bcast!: there is no built-in `arctan2.`
    //~ help: write `atan2.(y, x)`
}

fn main() {}
