//! Functions of floats convert nothing.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(n: &Array1<i32>) -> Array1<f64> {
    bcast!(exp.(n))
    //~         ^ bcast!: there is no `exp.(i32)`
    //~ note: convert first, for example `exp.(f64.(x))`
}

fn main() {}
