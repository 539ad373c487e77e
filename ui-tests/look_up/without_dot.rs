//! A look-up without its dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(v: &Array1<f64>, i: &Array1<usize>) {
    let _ = bcast!(at(v, i) .* 2);
    //~            ^^ bcast!: `at(..)` without a dot
    //~ help: write `at.(..)`
    let _ = bcast!(at(v, i));
    //~            ^^ bcast!: `at(..)` without a dot
}

fn main() {}
