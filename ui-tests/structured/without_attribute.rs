//! A target with structure needs the attribute.

use bcast::bcast;
use bcast::structure::Diagonal;

pub fn case(d: &mut Diagonal<Vec<f64>>) {
    bcast!(d .*= 2)
    //~    ^ bcast!: `Banded<Vec<f64>, 0, 0>` cannot be assigned to
    //~ note: a container with structure is one where `#[structured]` stands in front
}

fn main() {}
