//! Arrays of other crates, beside those of `ndarray`.

#[cfg(feature = "faer")]
mod faer;
#[cfg(feature = "image")]
mod image;
#[cfg(feature = "nalgebra")]
mod nalgebra;
mod own;
mod structure;
