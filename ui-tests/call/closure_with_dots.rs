//! The body of a closure is plain Rust.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(a: &Array1<f64>) -> Array1<f64> {
    bcast!((|x| x .+ 1).(a))
    //~    ^^^^^^^^^^^^ bcast!: dots in a function, whose body is plain Rust
    //~ help: write it without them, `(|v| v + 1).(x)`
}

fn main() {}
