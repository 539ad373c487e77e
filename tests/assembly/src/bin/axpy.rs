//! Two operands of the same shape and a literal.

use bcast::{bcast, ndarray::Array1};

fn main() {
    let (x, y) = (Array1::from_elem(1000, 3.0_f32), Array1::from_elem(1000, 0.5_f32));
    println!("{}", bcast!(2.5 .* x .+ y)[7]);
}
