//! The new elements are not all there yet.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &mut Array1<f64>, z: &mut Array1<f64>) {
    bcast!(y .= x .* 2; z .= y .- mean(y))
    //~                                ^ bcast!: `y` is reduced after it has been assigned to
    //~ help: the elements are assigned in one pass: write a second `bcast!`
}

fn main() {}
