//! Elements are copied.

use bcast::bcast;
use bcast::ndarray::Array1;
use std::cell::Cell;

pub fn case(x: &Array1<Cell<f64>>) -> Array1<f64> {
    bcast!((|v| v.get()).(x))
    //~                   ^ bcast!: `Cell<f64>` is not `Copy + Sync`, as elements must be
    //~ note: elements are copied
}

fn main() {}
