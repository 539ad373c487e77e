//! A function that gives another number of values, or one value.

use bcast::bcast;
use bcast::ndarray::Array1;

fn divmod(a: i32, b: i32) -> (i32, i32) {
    (a / b, a % b)
}

pub fn three(a: &Array1<i32>) -> Array1<i32> {
    bcast!(let (q, r, s) = divmod.(a, 4); q .+ r .- s)
    //~        ^^^^^^^^^ mismatched types
    //~ label: expected a tuple with 2 elements, found one with 3 elements
}

pub fn none(x: &Array1<f64>) -> Array1<f64> {
    bcast!(let (a, b) = x .+ 1; a .* b)
    //~        ^^^^^^ mismatched types
    //~ label: expected `f64`, found `(_, _)`
}

pub fn field(a: &Array1<i32>) -> Array1<i32> {
    bcast!(let t = divmod.(a, 4); t.2 .* 2)
    //~                             ^ no field `2` on type `(i32, i32)`
}

fn main() {}
