//! What a place reads and writes is what others read and write, and arrays that are cut.

use bcast::bcast;
use bcast::ndarray::Array1;
use bcast::place::Holds;

pub struct Motor;

pub fn read<P: Holds>(x: &Array1<f64>, motor: &Motor, place: &P) {
    let _ = bcast!(#[on(place)] x .+ motor);
    //~                              ^^^^^ bcast!: `&Motor` cannot be read on a place
    //~ label: neither an operand of `bcast!` nor an array that is cut
}

pub fn written<P: Holds>(x: &Array1<f64>, motor: &mut Motor, place: &P) {
    bcast!(#[on(place)] motor .= x .+ 1);
    //~                 ^^^^^ bcast!: `Motor` cannot be written on a place
    //~ label: neither a target of `bcast!` nor an array that is cut
}

fn main() {}
