//! A pattern does not work per element.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: Option<f64>) -> Array1<f64> {
    bcast!(x .+ if let Some(y) = y { y } else { 0. })
    //~         ^^ bcast!: `if let` cannot stand here
    //~ help: put plain Rust into braces: `{ if let .. }`
}

fn main() {}
