//! Not a name of a function.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(f: &[fn(f64) -> f64], x: &Array1<f64>) -> Array1<f64> {
    bcast!(f[0].(x))
    //~    ^^^^^^^^ bcast!: `f[0]` cannot be called per element
    //~ help: write a path or a parenthesised closure before `.(..)`
}

fn main() {}
