//! Reductions that others make up: of integers, of two values, and with axes as they are written elsewhere.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn integers(x: &Array2<i32>) -> Array1<i32> {
    bcast!(var[0](x))
    //~    ^^^ bcast!: there is no `mean` of `i32`
    //~ label: elements of type `i32`
    //~ note: convert the elements first: `mean(f64.(x))`
}

pub fn degrees_of_freedom(x: &Array2<f64>) -> Array1<f64> {
    bcast!(std[0](x, 1))
    //~    ^^^^^^^^^^^^ bcast!: `std(..)` reduces one value over its axes
    //~ help: write `std(x)` or `std[0](x)`
}

pub fn named_axis(x: &Array2<f64>) -> Array1<f64> {
    bcast!(var(x, axis = 0))
    //~           ^^^^^^^^ bcast!: `axis = 0` in a call: arguments have no names here
    //~ help: write `var[0](x)`: axes stand in brackets
}

pub fn axis_twice(x: &Array2<f64>) -> Array1<f64> {
    bcast!(ptp[0, 0](x))
    //~       ^^^^^^ bcast!: axis 0 stands twice in `ptp[..]`
    //~ help: name each axis once
}

pub fn axis_beyond(x: &Array2<f64>) -> Array1<f64> {
    bcast!(norm[2](x))
    //~        ^^^ bcast!: the reduction names axis 2, but the rank of what it reduces is 2
    //~ label: axis 2 is not there
    //~ note: axes count from 0; without `[..]` all of them are reduced
}

fn main() {}
