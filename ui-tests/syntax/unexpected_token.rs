//! A sign that begins no operand.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(x .+ #y)
    //~         ^ bcast!: `#` does not begin an operand
    //~ help: any other Rust goes into braces: `{ .. }`
}

fn main() {}
