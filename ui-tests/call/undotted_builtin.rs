//! A built-in function without its dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(a: &Array1<f64>) -> Array1<f64> {
    bcast!(sin(a) .+ 1)
    //~    ^^^ bcast!: `sin(..)` without a dot
    //~ help: write `sin.(..)`; a function of yours is `self::sin(..)` or `{ sin(..) }`
}

fn main() {}
