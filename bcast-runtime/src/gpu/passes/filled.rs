//! Arrays of one value, copies of arrays, and what else users expect of an array.

use super::run::filled;
use crate::error::GpuError;
use crate::gpu::device::array::GpuArray;
use crate::gpu::device::element::GpuElement;
use crate::gpu::device::handle::Gpu;
use crate::gpu::device::layout::row_major;
use crate::gpu::device::memory::GpuMemory;
use ndarray::{Array, ArrayBase, DataMut, Dimension, IntoDimension};
use std::borrow::Borrow;
use std::fmt;

impl Gpu {
    /// An array of so many times the same element.
    ///
    /// ```
    /// # use bcast_runtime::{Gpu, ndarray::Array2};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::new()?;
    /// assert_eq!(gpu.from_elem((2, 3), 0.5_f32)?.download()?, Array2::from_elem((2, 3), 0.5));
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`upload`](Gpu::upload).
    #[track_caller]
    #[allow(clippy::wrong_self_convention)] // as `ndarray` calls it
    pub fn from_elem<T: GpuElement, E: IntoDimension>(
        &self,
        shape: E,
        element: T,
    ) -> Result<GpuArray<T, E::Dim>, GpuError> {
        self.supports(T::TYPE)?;
        let shape = shape.into_dimension();
        let Some(words) = T::words(element) else {
            return self.upload(&Array::from_elem(shape, element));
        };
        let memory = self.allocate_for(T::TYPE, shape.slice())?;
        let (sizes, strides) = (shape.slice(), row_major(shape.slice()));
        filled(self, T::TYPE, words, &memory, sizes, &strides)?;
        Ok(GpuArray::new(memory, sizes, strides))
    }

    /// An array of zeros, or of what else is the default of its elements.
    ///
    /// ```
    /// # use bcast_runtime::{Gpu, ndarray::Array1};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::new()?;
    /// assert_eq!(gpu.zeros::<i32, _>(4)?.download()?, Array1::zeros(4));
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`upload`](Gpu::upload).
    #[track_caller]
    pub fn zeros<T: GpuElement + Default, E: IntoDimension>(&self, shape: E) -> Result<GpuArray<T, E::Dim>, GpuError> {
        self.from_elem(shape, T::default())
    }
}

/// A copy on the device, as [`copy`](GpuArray::copy), which returns what goes wrong. (A clone of a view is a view.)
///
/// # Panics
///
/// If the device has no memory for it, or is lost.
impl<T: GpuElement, D: Dimension> Clone for GpuArray<T, D> {
    #[track_caller]
    fn clone(&self) -> Self {
        self.copy().unwrap_or_else(|error| panic!("bcast: a clone of an array on a GPU: {error}"))
    }
}

impl<T: GpuElement, D: Dimension, M: Borrow<GpuMemory>> GpuArray<T, D, M> {
    /// As [`download`](GpuArray::download), into an array that is there.
    ///
    /// # Errors
    ///
    /// The same; then the array is as it was.
    ///
    /// # Panics
    ///
    /// If it has another shape.
    #[track_caller]
    pub fn download_into<S: DataMut<Elem = T>>(&self, to: &mut ArrayBase<S, D>) -> Result<(), GpuError> {
        assert!(self.shape() == to.shape(), "an array of {:?} downloaded into one of {:?}", self.shape(), to.shape());
        to.assign(&self.download()?);
        Ok(())
    }
}

/// Waits for the elements, as [`download`](GpuArray::download) does, and shows them as `ndarray` does; or what went
/// wrong.
impl<T: GpuElement + fmt::Display, D: Dimension, M: Borrow<GpuMemory>> fmt::Display for GpuArray<T, D, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.download() {
            Ok(array) => array.fmt(f),
            Err(error) => write!(f, "<{error}>"),
        }
    }
}
