//! A sum, whose accumulators must stay in registers.

use bcast::{bcast, ndarray::Array1};

fn main() {
    let (x, y) = (Array1::from_elem(1000, 3.0_f32), Array1::from_elem(1000, 2.0_f32));
    println!("{}", bcast!(sum(x.^2 .+ y.^2)));
}
