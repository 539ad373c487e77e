//! Assignments do not chain.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &mut Array1<f64>, y: &mut Array1<f64>) {
    bcast!(x .= y .= 2);
    //~           ^^ bcast!: an assignment inside an expression
    //~ help: write it as a statement of its own: `y .= ..;`
}

fn main() {}
