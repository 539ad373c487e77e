//! It borrows what it is made of.

use bcast::ndarray::{Array2, Ix2};
use bcast::{Broadcast, lazy};

pub fn case() -> impl Broadcast<Ix2, Elem = f64> {
    let x = Array2::<f64>::zeros((2, 2));
    lazy!(x .- 2)
    //~   ^ `x` does not live long enough
}

fn main() {}
