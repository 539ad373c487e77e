//! A name that is not written to its end.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(x. .+ y)
    //~     ^ bcast!: a field or method name is missing after `x.`
    //~ help: write `x.field`, or remove the dot
}

fn main() {}
