//! Computed operands of elements that have no steps, of no range, and of elements that cannot be copied.

use bcast::ndarray::{Array1, Array2, array};
use bcast::{bcast, from_shape_fn, linspace, steps};

pub fn of_truth_values() -> Array1<bool> {
    bcast!(.!steps(true, false, 3))
    //~      ^^^^^ bcast!: there are no steps of `bool`
    //~ label: not an integer, `f32` or `f64`
    //~      ^^^^^^^^^^^^^^^^^^^^^ cannot be an operand
}

pub fn of_a_pair(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x .* linspace((0.0, 1.0), 5))
    //~                  ^^^^^^^^^^ bcast!: `({float}, {float})` is no range that `linspace` can go through
    //~ label: neither `a..=b` nor `a..b`
}

pub fn of_integers(n: usize) -> Array1<usize> {
    bcast!(linspace(0..=n, 5) .+ 1)
    //~    ^^^^^^^^^^^^^^^^^^ bcast!: `linspace` has no elements of type `usize`
    //~ note: write the ends as floats, `0.0..=1.0`
    //~    ^^^^^^^^^^^^^^^^^^ cannot be an operand
}

pub fn of_texts(x: &Array2<f64>) -> Array2<usize> {
    bcast!(length.(from_shape_fn(x.raw_dim(), text)))
    //~            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `String: Copy` is not satisfied
    //~            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ cannot be an operand
}

fn text((i, j): (usize, usize)) -> String {
    format!("{i} {j}")
}

fn length(text: String) -> usize {
    text.len()
}

pub fn beside_a_vector() -> Array2<usize> {
    let x = array![1, 2, 3];
    bcast!(x .+ from_shape_fn((3, 3), |(i, j)| i + j))
    //~    ^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ note: write `@ (1)` behind it
}

fn main() {}
