//! A compound assignment without its dot.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(y: &mut Array1<f64>, x: &Array1<f64>) {
    bcast!(y += 2 .* x);
    //~      ^^ bcast!: `+=` without a dot
    //~ help: write `y .+= ..`
}

fn main() {}
