//! A `=` where a comparison is meant.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(if (x .* 2 = y) { x } else { y })
    //~               ^ bcast!: a `=` inside an expression
    //~ help: a comparison is `.==`; an assignment is a statement, `y .= ..;`
}

fn main() {}
