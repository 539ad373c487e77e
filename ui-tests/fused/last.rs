//! A name at the end gives nothing.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &mut Array1<f64>) {
    bcast!(let d = x .+ 1; y .= d; let e = d);
    //~                            ^^^ bcast!: the last `let` gives no result
    //~ help: end with an expression, or assign: `out .= d`
}

fn main() {}
