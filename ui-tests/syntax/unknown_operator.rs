//! A dot before a sign that is no operator.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(x .~ y)
    //~      ^^ bcast!: `.~` is no operator
    //~ help: there are `.+ .- .* ./ .% .^
}

fn main() {}
