//! Two commas in a row.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(atan2.(x,, y))
    //~             ^ bcast!: an operand is missing after `,`
    //~ help: write a value
}

fn main() {}
