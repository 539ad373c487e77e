//! An expression assigns nothing.

use bcast::lazy;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &mut Array1<f64>) {
    lazy!(y .= x .* 2)
    //~   ^^^^^^^^^^^ bcast!: `lazy!` assigns nothing
    //~ help: assign what it makes
}

fn main() {}
