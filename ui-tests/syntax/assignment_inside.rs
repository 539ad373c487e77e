//! An assignment is a statement.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &mut Array1<f64>) -> Array1<f64> {
    bcast!(x .+ (y .= 2))
    //~            ^^ bcast!: an assignment inside an expression
    //~ help: write it as a statement of its own: `y .= ..;`
}

fn main() {}
