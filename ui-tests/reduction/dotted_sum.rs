//! Reductions have no dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> f64 {
    bcast!(sum.(x))
    //~    ^^^ bcast!: `sum` reduces, so it has no dot
    //~ help: write `sum(x)`
}
