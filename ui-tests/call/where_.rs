//! The name of NumPy, which is a keyword of Rust.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(c: &Array1<bool>, x: &Array1<f64>) -> Array1<f64> {
    bcast!(where.(c, x, 0))
    //~    ^^^^^ bcast!: there is no built-in `where.`
    //~ help: write `if c { a } else { b }` or `select.(c, a, b)`
}

fn main() {}
