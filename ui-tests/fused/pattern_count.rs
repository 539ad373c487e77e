//! As many names as there are values.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn several(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(let (a, b, c) = (x .* 2, y .+ 1); a .* b .- c)
    //~        ^^^^^^^^^ bcast!: `(a, b, c)` stands for 3 values, not 2
    //~ help: write a name, or `_`, for each of them
}

pub fn both(x: &Array1<f64>) -> Array1<f64> {
    bcast!(let (s, c, t) = sin_cos.(x); s .* c .- t)
    //~        ^^^^^^^^^ bcast!: `(s, c, t)` stands for 3 values, not 2
    //~ help: write a name, or `_`, for each of them
}

fn main() {}
