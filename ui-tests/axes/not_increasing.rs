//! Axes in the wrong order.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>, y: &Array2<f64>) -> Array2<f64> {
    bcast!(x .* y @ (1, 0))
    //~             ^^^^^^ bcast!: the axes of `@` must increase
    //~ help: write `@ (0, 1)` and permute the operand itself: `x.t() @ (0, 1)`
}

fn main() {}
