//! Operands along either axis; the one along the first makes a second kernel, which reads it once a row.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

fn main() {
    let x = Array2::from_elem((100, 1000), 3.0_f32);
    let (v, w) = (Array1::from_elem(1000, 1.0_f32), Array1::from_elem(100, 2.0_f32));
    println!("{}", bcast!((x .- v @ (1)) ./ w @ (0))[[7, 7]]);
}
