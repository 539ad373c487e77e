//! Names are checked in the all-dotted form, too.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(@. log(x) + 1)
    //~       ^^^ bcast!: there is no built-in `log.`
    //~ help: write `ln.(x)`
}

fn main() {}
