//! `lazy!`: expressions as values, compared with plain loops and with figures by hand.

mod elements;
mod errors;
mod forms;
mod inside;
mod maps;
mod readers;

use bcast::ndarray::{Array1, Array2, Array3};

/// A matrix, a row, a column, and a box whose elements all differ.
fn arrays(n: usize, m: usize, k: usize) -> (Array2<f64>, Array1<f64>, Array1<f64>, Array3<f64>) {
    (
        Array2::from_shape_fn((n, m), |(i, j)| (i * 10 + j) as f64 * 0.25 - 3.0),
        Array1::from_shape_fn(m, |j| 1.5 - j as f64 * 0.5),
        Array1::from_shape_fn(n, |i| i as f64 + 0.125),
        Array3::from_shape_fn((n, m, k), |(i, j, l)| (i * 100 + j * 10 + l) as f64 * 0.5),
    )
}

/// Small calls, and some that take the other routes.
const SIZES: [(usize, usize); 6] = [(1, 1), (3, 5), (2, 70), (70, 3), (40, 70), (300, 700)];
