//! Arrays of other crates, beside those of `ndarray`.

#[cfg(feature = "faer")]
mod faer;
#[cfg(feature = "image")]
mod image;
#[cfg(feature = "nalgebra")]
mod nalgebra;
mod own;
mod structure;
mod vectors;

/// Of `ndarray`: 0 1 2.., 10 11 12..
#[cfg(any(feature = "faer", feature = "nalgebra"))]
fn array(rows: usize, columns: usize) -> bcast::ndarray::Array2<f64> {
    bcast::ndarray::Array2::from_shape_fn((rows, columns), |(i, j)| (10 * i + j) as f64)
}
