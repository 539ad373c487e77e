//! A closure with a name that other systems have for something of ours.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(a: &Array1<f64>) -> Array1<f64> {
    let square = |v: f64| v * v;
    let _ = square(1.0);
    bcast!(square.(a) .+ 1)
    //~    ^^^^^^ bcast!: there is no built-in `square.`
    //~ help: write `x .^ 2`; a function of yours is `(square).(x)`
}

fn main() {}
