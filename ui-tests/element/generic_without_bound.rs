//! A type parameter has the operators of its bounds.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case<T: Copy + Send + Sync>(x: &Array1<T>) -> Array1<T> {
    bcast!(x .+ x)
    //~       ^ bcast!: there is no `T .+ T`
}

fn main() {}
