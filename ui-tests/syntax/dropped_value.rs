//! A value that goes nowhere.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &mut Array1<f64>) {
    bcast!(x .+ 1; y .= 2);
    //~    ^^^^^^ bcast!: this value is dropped
    //~ help: assign it, `out .= ..;`
}

fn main() {}
