//! The same axis twice.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>, y: &Array2<f64>) -> Array2<f64> {
    bcast!(x .* y @ (1, 1))
    //~             ^^^^^^ bcast!: axis 1 stands twice after `@`
    //~ help: each dimension lies along an axis of its own: `@ (0, 1)`
}

fn main() {}
