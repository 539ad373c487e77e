//! Views of arrays on the device as `ndarray` has them beside slices: along an axis, and in another shape.

use super::array::{GpuArray, GpuView};
use super::element::GpuElement;
use super::layout::{Layout, row_major};
use super::memory::GpuMemory;
use ndarray::{Axis, Dimension, ErrorKind, IntoDimension, Ix1, Ix2, RemoveAxis, ShapeError};
use std::borrow::Borrow;

impl<T: GpuElement, D: RemoveAxis, M: Borrow<GpuMemory>> GpuArray<T, D, M> {
    /// What lies at an index along an axis, without it, as `ndarray`'s `index_axis`.
    ///
    /// ```
    /// # use bcast_runtime::{Gpu, ndarray::{Axis, array}};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::new()?;
    /// let x = gpu.upload(&array![[1, 2, 3], [4, 5, 6]])?;
    /// assert_eq!(x.index_axis(Axis(1), 2).download()?, array![3, 6]);
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such axis, or no such index along it.
    #[track_caller]
    pub fn index_axis(&self, axis: Axis, index: usize) -> GpuView<'_, T, D::Smaller> {
        let sizes = self.shape();
        assert!(axis.0 < sizes.len(), "axis {} of an array with {}", axis.0, sizes.len());
        assert!(index < sizes[axis.0], "index {index} of an axis of size {}", sizes[axis.0]);
        self.relaid(|layout| {
            let mut strides = layout.strides.clone();
            let stride = strides.remove(axis.0);
            let start = layout.start.wrapping_add_signed(index as isize * stride);
            let sizes = layout.sizes.remove_axis(axis);
            Layout { start, ..Layout::new(sizes.slice(), strides) }
        })
    }
}

impl<T: GpuElement, D: Dimension, M: Borrow<GpuMemory>> GpuArray<T, D, M> {
    /// A view with one more axis, of size 1, as `ndarray`'s `insert_axis`.
    ///
    /// ```
    /// # use bcast_runtime::{Gpu, ndarray::Axis};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::new()?;
    /// assert_eq!(gpu.upload(&[1, 2, 3])?.insert_axis(Axis(1)).shape(), [3, 1]);
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the view cannot have such an axis.
    #[track_caller]
    pub fn insert_axis(&self, axis: Axis) -> GpuView<'_, T, D::Larger> {
        assert!(axis.0 <= self.shape().len(), "axis {} of a view with {}", axis.0, self.shape().len() + 1);
        self.relaid(|layout| {
            let mut strides = layout.strides.clone();
            strides.insert(axis.0, 0);
            Layout { start: layout.start, ..Layout::new(layout.sizes.insert_axis(axis).slice(), strides) }
        })
    }
}

impl<T: GpuElement, M: Borrow<GpuMemory>> GpuArray<T, Ix2, M> {
    /// A row of a matrix.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[track_caller]
    pub fn row(&self, index: usize) -> GpuView<'_, T, Ix1> {
        self.index_axis(Axis(0), index)
    }

    /// A column of a matrix.
    ///
    /// # Panics
    ///
    /// If there is no such column.
    #[track_caller]
    pub fn column(&self, index: usize) -> GpuView<'_, T, Ix1> {
        self.index_axis(Axis(1), index)
    }
}

impl<T: GpuElement, D: Dimension, M> GpuArray<T, D, M> {
    /// The same elements in row-major order with another shape, as `ndarray`'s `into_shape_with_order`: nothing moves.
    ///
    /// ```
    /// # use bcast_runtime::{Gpu, ndarray::array};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::new()?;
    /// let x = gpu.upload(&array![1, 2, 3, 4, 5, 6])?.into_shape_with_order((2, 3)).expect("six elements");
    /// assert_eq!(x.download()?, array![[1, 2, 3], [4, 5, 6]]);
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the number of elements is another one, or they do not lie one behind the other in row-major order (those of
    /// what slices and `t` give may not, nor those of arrays that were uploaded in another order).
    pub fn into_shape_with_order<E: IntoDimension>(self, shape: E) -> Result<GpuArray<T, E::Dim, M>, ShapeError> {
        let shape = shape.into_dimension();
        if shape.size_checked() != Some(self.layout().len()) {
            return Err(ShapeError::from_kind(ErrorKind::IncompatibleShape));
        }
        if !self.layout().runs_on() {
            return Err(ShapeError::from_kind(ErrorKind::IncompatibleLayout));
        }
        let strides = row_major(shape.slice());
        Ok(self.with_layout(|layout| Layout { start: layout.start, ..Layout::new(shape.slice(), strides) }))
    }
}
