//! Elements are copied.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(names: &Array1<String>) -> Array1<bool> {
    bcast!(names .== names)
    //~    ^^^^^ bcast!: `String` is not `Copy + Sync`, as elements must be
    //~ note: elements are copied
}

fn main() {}
