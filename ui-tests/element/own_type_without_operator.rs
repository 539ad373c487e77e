//! The operators of a type of the user's are those that it has.

use bcast::bcast;
use bcast::ndarray::Array1;

#[derive(Clone, Copy)]
pub struct Meters(pub f64);

pub fn case(x: &Array1<Meters>) -> Array1<Meters> {
    bcast!(x .+ x)
    //~       ^ bcast!: there is no `Meters .+ Meters`
}

fn main() {}
