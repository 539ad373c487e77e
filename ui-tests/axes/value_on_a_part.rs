//! Axes that are known when the call runs stand behind operands.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn case(x: &Array2<f64>, v: &Array1<f64>, k: usize) -> Array2<f64> {
    bcast!(x .* (v .+ 1) @ {k})
    //~                    ^^^ bcast!: `@ {k}` behind a part, whose axes are known only when the call runs
    //~ help: write it behind each operand of the part instead
}

fn main() {}
