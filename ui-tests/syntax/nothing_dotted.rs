//! Plain Rust only.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> f64 {
    bcast!(x.dot(x))
    //~    ^^^^^^^^ bcast!: no dotted operation in here
    //~ help: put a dot before each operator or call that works element by element: `x .+ y`, `exp.(x)`
}

pub fn methods(x: &Array1<f64>) {
    let _ = bcast!(x.exp());
    //~            ^^^^^^^ bcast!: no dotted operation in here
    //~ help: write `exp.(x)`
    let _ = bcast!(x.sum());
    //~            ^^^^^^^ bcast!: no dotted operation in here
    //~ help: write `sum(x)`
}

fn main() {}
