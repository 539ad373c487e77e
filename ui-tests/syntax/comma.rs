//! A comma at the top level.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(a: &Array1<f64>, b: &Array1<f64>) -> Array1<f64> {
    bcast!(a .+ b, a .- b)
    //~          ^ bcast!: a `,` separates nothing here
    //~ help: write a tuple for several results: `bcast!((a .+ b, a .- b))`
}

fn main() {}
