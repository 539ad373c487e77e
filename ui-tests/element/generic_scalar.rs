//! A value of a generic type beside an array.

use bcast::bcast;
use bcast::ndarray::Array1;
use std::ops::Mul;

pub fn case<T: Copy + Send + Sync + Mul<Output = T>>(x: &Array1<T>, a: T) -> Array1<T> {
    bcast!(x .* a)
    //~         ^ bcast!: `T` cannot be an operand
    //~ note: wrap anything else that is one value: `One(value)`, also of a generic type
}

fn main() {}
