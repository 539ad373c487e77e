//! A field path that is not written to its end.

use bcast::bcast;
use bcast::ndarray::Array1;

pub struct Model {
    y: Array1<f64>,
}

pub fn case(model: &mut Model) {
    bcast!(model.y .= model.);
    //~                    ^ bcast!: a field or method name is missing after `model.`
}

fn main() {}
