//! New elements of a target, along other axes than its own.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(mu: &mut Array1<f64>, variance: &mut Array1<f64>, x: &Array2<f64>) {
    bcast!(mu .= mean[0](x); variance .= mean[0]((x .- mu @ (1)).^2));
    //~                                                ^^ bcast!: `mu @ (1)` needs new elements of the target `mu`
    //~ help: name what is assigned, `let d = ..; mu .= d;`, and read `d` instead; or write a second `bcast!`
}

fn main() {}
