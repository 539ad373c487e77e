//! What is fused has no address.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(&(x .+ y) .* 2)
    //~     ^^^^^^^^ bcast!: a reference to a fused value, which is never an array
    //~ help: remove the `&` or `*`
}

fn main() {}
