//! Neighbours of the elements that are written.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(u: &mut Array1<f64>) {
    bcast!(u[1..-1] .= u[..-2] .+ u[2..])
    //~                ^^^^^^^ bcast!: `u[..-2]` overlaps the target `u[1..-1]`
    //~ help: for others take a copy before the macro: `let copy = u.to_owned();`
    //~                           ^^^^^^ bcast!: `u[2..]` overlaps the target `u[1..-1]`
    //~ help: for others take a copy before the macro: `let copy = u.to_owned();`
}

fn main() {}
