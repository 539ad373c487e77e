//! Where does the range end?

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<usize>, n: usize) -> Array1<usize> {
    bcast!(0..n .+ x)
    //~     ^ bcast!: a range stands in parentheses of its own
    //~ help: write `(0..n)`
}

fn main() {}
