//! A reduction with a dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(a: &Array1<f64>) -> Array1<f64> {
    bcast!(sum.(a) .+ 1)
    //~    ^^^ bcast!: there is no built-in `sum.`
    //~ help: write `sum(x)`; a function of yours is `(sum).(x)`
}

fn main() {}
