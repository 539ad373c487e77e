//! Plain Rust only.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> f64 {
    bcast!(x.dot(x))
    //~    ^^^^^^^^ bcast!: no dotted operation in here
    //~ help: put a dot before each operator or call that works element by element: `x .+ y`, `exp.(x)`
}

fn main() {}
