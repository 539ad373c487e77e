//! Two values where one is meant.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x .* sin_cos.(x))
    //~         ^^^^^^^ bcast!: `sin_cos.` gives two values
    //~ help: name them: `let (s, c) = sin_cos.(x);`
}

fn main() {}
