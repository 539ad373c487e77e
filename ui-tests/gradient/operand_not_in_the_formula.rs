//! A gradient with respect to something that the formula does not read.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, w: &Array1<f64>) -> (f64, (Array1<f64>, Array1<f64>)) {
    let _ = w;
    bcast!(#[grad(x, w)] sum(x.^2))
    //~              ^ bcast!: `w` is no operand of the formula
    //~ help: name an operand as it stands in the formula
}

fn main() {}
