//! Gradients of models from practice, against dual numbers through plain loops.

#[macro_use]
mod dual;
mod losses;
mod networks;
mod physics;
mod statistics;

use bcast::ndarray::{Array1, Array2, Array3};
use dual::Dual;

type Row = Array1<Dual>;
type Matrix = Array2<Dual>;
type Cube = Array3<Dual>;

/// Numbers between -1 and 1, no two of them equal.
fn wave(seed: usize, at: usize) -> f64 {
    (seed as f64 * 1.7 + at as f64 * 2.3 + 0.4).sin()
}
fn row(len: usize, seed: usize) -> Array1<f64> {
    Array1::from_shape_fn(len, |at| wave(seed, at))
}
fn matrix(rows: usize, columns: usize, seed: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, columns), |(i, j)| wave(seed, i * columns + j))
}
fn cube(sizes: (usize, usize, usize), seed: usize) -> Array3<f64> {
    Array3::from_shape_fn(sizes, |(i, j, k)| wave(seed, (i * sizes.1 + j) * sizes.2 + k))
}
fn dot(a: impl IntoIterator<Item = Dual>, b: impl IntoIterator<Item = Dual>) -> Dual {
    a.into_iter().zip(b).map(|(a, b)| a * b).sum()
}
/// A row of a matrix times a vector.
fn times(x: &Matrix, i: usize, w: &Row) -> Dual {
    dot(x.row(i).iter().copied(), w.iter().copied())
}
fn log_sum_exp(all: impl IntoIterator<Item = Dual>) -> Dual {
    all.into_iter().map(Dual::exp).sum::<Dual>().ln()
}
