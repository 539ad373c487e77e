//! The same slice twice, which may not be the same: a bound is computed.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(u: &mut Array1<f64>) {
    bcast!(u[u.len() - 2..] .= u[u.len() - 2..] .* 2)
    //~                        ^^^^^^^^^^^^^^^^ bcast!: `u[u.len() - 2..]` overlaps the target `u[u.len() - 2..]`
    //~ help: by the same slice if its bounds are names or numbers, so compute them before the macro: `let bound = ..;`
}

fn main() {}
