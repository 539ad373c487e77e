//! A literal never becomes a type of the user's.

use bcast::bcast;
use bcast::ndarray::Array1;

#[derive(Clone, Copy, PartialEq)]
pub struct Meters(pub f64);

pub fn case(x: &Array1<Meters>) -> Array1<bool> {
    bcast!(x .== 1)
    //~          ^ bcast!: the literal `1` cannot become `Meters`
}

fn main() {}
