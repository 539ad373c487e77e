//! Attributes that do not stand first.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn in_an_expression(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(x .+ #[serial] y)
    //~         ^^^^^^^^^ bcast!: `#[serial]` stands inside, attributes are about the whole call
    //~ help: write it first: `bcast!(#[serial] ..)`
}

pub fn in_a_statement(x: &Array1<f64>) -> Array1<f64> {
    bcast!(let d = x .+ 1; #[shape([3])] d .* 2)
    //~                    ^^^^^^^^^^^^^ bcast!: `#[shape([3])]` stands inside
}

pub fn all_dotted(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x .* @. x .+ 1)
    //~         ^^ bcast!: `@.` stands inside, it dots the whole call
    //~ help: write it first: `bcast!(@. ..)`
}

pub fn of_julia(x: &Array1<f64>) -> Array1<f64> {
    bcast!(@views x[1..] .- x[..-1])
    //~    ^^^^^^ bcast!: `@views` is no word here
    //~ help: remove it: a slice is always a view
}

fn main() {}
