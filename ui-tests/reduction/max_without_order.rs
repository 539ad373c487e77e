//! A type without an order has no largest element, which is told once.

use bcast::bcast;
use bcast::ndarray::Array1;

#[derive(Clone, Copy)]
pub struct Colour(pub u8);

#[derive(Clone, Copy, bcast::Element)]
pub struct Shade(pub u8);

pub fn largest(x: &Array1<Colour>) -> Colour {
    bcast!(max(x))
    //~    ^^^ bcast!: there is no `max` of `Colour`
    //~ note: types with `PartialOrd` and `#[derive(bcast::Element)]`
}

pub fn place(x: &Array1<Shade>) -> usize {
    bcast!(argmin(x))
    //~    ^^^^^^ bcast!: there is no `argmin` of `Shade`
    //~ note: types with `PartialOrd` and `#[derive(bcast::Element)]`
}

pub fn generic<T: Copy + Send + Sync>(x: &Array1<T>) -> T {
    bcast!(sum(x))
    //~    ^^^ bcast!: there is no `sum` of `T`
    //~ note: a generic `T` has one by `T: Sum<Reducer: Reducer<Out = T>>`
}

/// As it is written instead.
pub fn right<T>(x: &Array1<T>) -> T
where
    T: Copy + Send + Sync + bcast::ops::reduce::Sum<Reducer: bcast::ops::reduce::Reducer<Out = T>>,
{
    bcast!(sum(x))
}

fn main() {}
