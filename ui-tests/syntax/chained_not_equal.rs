//! Inequality does not chain.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(a: &Array1<f64>, b: &Array1<f64>, c: &Array1<f64>) -> Array1<bool> {
    bcast!(a .< b .!= c)
    //~           ^^^ bcast!: `.!=` in a chain of comparisons
    //~ help: compare in pairs: `a .!= b .&& b .!= c`
}

fn main() {}
