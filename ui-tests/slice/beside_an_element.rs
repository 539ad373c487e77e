//! A target that is one element of what is read.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn element(u: &mut Array1<f64>, k: usize) {
    bcast!(u[k] .= u[k - 1] .+ 1);
    //~            ^^^^^^^^ bcast!: `u[k - 1]` is read beside the target `u[k]`, and both are of one array
    //~ help: take what is assigned before: `let value = bcast!(..);`, then `u[k] = value;`
}

pub fn whole(u: &mut Array1<f64>) {
    bcast!(u[0] .= sum(u));
    //~                ^ bcast!: `u` is read beside the target `u[0]`, and both are of one array
}

fn main() {}
