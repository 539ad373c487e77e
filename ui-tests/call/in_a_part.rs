//! What is wrong inside a part that may be a single value is said once.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(n: i32, x: &Array2<f64>) -> Array2<f64> {
    bcast!(x ./ exp.(n))
    //~              ^ bcast!: there is no `exp.(i32)`
}

fn main() {}
