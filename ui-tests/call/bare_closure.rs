//! A closure ends where its parenthesis does.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x .+ |v| v .* 2)
    //~         ^^^^^^^^^^ bcast!: a closure must stand in parentheses
    //~ help: write `(|v| ..).(x)`
}

fn main() {}
