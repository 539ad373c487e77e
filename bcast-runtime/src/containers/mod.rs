//! Arrays of other crates, each behind a feature of its name: read and written where they lie, as those of `ndarray`.

#[cfg(feature = "faer")]
mod faer;
#[cfg(feature = "image")]
mod image;
#[cfg(feature = "nalgebra")]
mod nalgebra;

use ndarray::{Array, Dimension};

/// A container that an array of `ndarray` with elements `T` and axes `D` can become: see [`into`].
#[diagnostic::on_unimplemented(
    message = "bcast: an array of `{T}` with axes `{D}` cannot become `{Self}`",
    label = "no container for such an array",
    note = "matrices of `nalgebra` and `faer` have two axes, their vectors one, an image of `image` has three: \
            height, width and channel; each needs the feature `nalgebra`, `faer` or `image`"
)]
pub trait FromArray<T, D>: Sized {
    /// The same elements in this container.
    ///
    /// # Panics
    /// If its type says other sizes.
    fn from_array(array: Array<T, D>) -> Self;
}

/// The result of a call as a container of another crate, whose type follows from where it goes.
///
/// Matrices of `nalgebra` and `faer` are made of two axes, vectors of one, an image of `image` of height, width and
/// channel. Elements are moved to where the container wants them; those of an image stay where they are.
///
/// # Panics
/// If the type says other sizes, as that of a static matrix or of a colour does.
///
/// ```
/// # #[cfg(feature = "nalgebra")] {
/// use bcast_runtime::{into, nalgebra::Matrix2, ndarray::array};
/// let m: Matrix2<f64> = into(array![[1., 2.], [3., 4.]]);
/// assert_eq!(m, Matrix2::new(1., 2., 3., 4.));
/// # }
/// ```
pub fn into<C: FromArray<T, D>, T, D: Dimension>(array: Array<T, D>) -> C {
    C::from_array(array)
}

/// What is said of an array that does not fit.
#[cfg(any(feature = "image", feature = "nalgebra"))]
#[cold]
fn misfit(sizes: &[usize], what: &str) -> ! {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    panic!("bcast: an array of {} does not become {what}", sizes.join("x"))
}
