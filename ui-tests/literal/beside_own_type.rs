//! A literal never becomes a type of the user's.

use bcast::bcast;
use bcast::ndarray::Array1;

#[derive(Clone, Copy, PartialEq)]
pub struct Meters(pub f64);

impl std::ops::Mul for Meters {
    type Output = Meters;
    fn mul(self, other: Meters) -> Meters {
        Meters(self.0 * other.0)
    }
}

pub fn case(x: &Array1<Meters>) -> Array1<bool> {
    bcast!(x .== 1)
    //~          ^ bcast!: the literal `1` cannot become `Meters`
}

/// A power needs no literal.
pub fn right(x: &Array1<Meters>) -> Array1<Meters> {
    bcast!(x.^2)
}

fn main() {}
