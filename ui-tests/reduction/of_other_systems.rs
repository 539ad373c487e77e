//! Reductions as other systems call them.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>) {
    let _ = bcast!(median(x));
    //~            ^^^^^^^^^ bcast!: there is no reduction `median`
    //~ help: the crate `ndarray-stats` has quantiles; the reductions are
    //~            ^^^^^^ cannot find function `median` in this scope
}

pub fn axis(x: &Array2<f64>) {
    let _ = bcast!(mean(x, axis = 0));
    //~                         ^ bcast!: a `=` inside an expression
    //~ help: axes stand in brackets, `mean[0](x)`; a comparison is `.==`; an assignment is a statement, `y .= ..;`
}

fn main() {}
