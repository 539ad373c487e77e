//! A name that is not written to its end, in a call.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(atan2.(y, x.))
    //~               ^ bcast!: a field or method name is missing after `x.`
    //~ help: write `x.field`, or remove the dot
}

fn main() {}
