//! Vectors whose components are no elements of the array.

use bcast::ndarray::{Array1, Array2};
use bcast::vector::{cross, length};
use bcast::{bcast, vectors};

pub fn read(x: &Array2<f64>) -> Array1<f32> {
    bcast!((|v: [f32; 3]| v[0]).(vectors::<[f32; 3], _>(x)))
    //~                          ^^^^^^^^^^^^^^^^^^^^^^^^^ bcast: no vectors of type `[f32; 3]` are read from
    //~ note: from arrays of `ndarray`, and from a `GpuArray`, of one axis or more, whose elements are the components
    //~                                              ^ bcast: no vectors of type `[f32; 3]` are read from
}

pub fn of_two(x: &Array1<[f64; 2]>) -> Array1<[f64; 2]> {
    bcast!(cross.(x, x))
    //~    ^^^^^ bcast: there is no cross product of `[f64; 2]`
}

pub fn of_integers(x: &Array1<[i32; 2]>) -> Array1<i32> {
    bcast!(length.(x))
    //~            ^ bcast: a vector of `i32` has no length
    //~ note: convert the components first
}

fn main() {}
