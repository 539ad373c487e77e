//! Arrays on the device joined to one, as `ndarray`'s `concatenate` and `stack` have it.

use super::run::moved_here;
use crate::error::GpuError;
use crate::gpu::device::array::{GpuArray, GpuView, Place};
use crate::gpu::device::element::GpuElement;
use crate::gpu::device::handle::Gpu;
use crate::gpu::device::layout::row_major;
use ndarray::{Axis, Dimension, RemoveAxis};

impl Gpu {
    /// Arrays one after the other along an axis, copied on the device.
    ///
    /// ```
    /// # use bcast_runtime::{Gpu, ndarray::{Axis, array}};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::new()?;
    /// let (x, y) = (gpu.upload(&array![[1, 2], [3, 4]])?, gpu.upload(&array![[5], [6]])?);
    /// let all = gpu.concatenate(Axis(1), &[x.view(), y.view()])?;
    /// assert_eq!(all.download()?, array![[1, 2, 5], [3, 4, 6]]);
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`upload`](Gpu::upload).
    ///
    /// # Panics
    ///
    /// If there is no array, or no such axis, or if sizes along another axis differ.
    #[track_caller]
    pub fn concatenate<T: GpuElement, D: RemoveAxis>(
        &self,
        axis: Axis,
        arrays: &[GpuView<'_, T, D>],
    ) -> Result<GpuArray<T, D>, GpuError> {
        let first = arrays.first().expect("no array to concatenate");
        let mut shape = first.raw_dim();
        assert!(axis.0 < shape.ndim(), "axis {} of arrays with {}", axis.0, shape.ndim());
        for (at, array) in arrays.iter().enumerate() {
            let (own, others) = (array.raw_dim().remove_axis(axis), shape.remove_axis(axis));
            assert!(own == others, "array {at} of {:?} beside one of {:?}", array.shape(), first.shape());
        }
        shape[axis.0] = arrays.iter().map(|array| array.shape()[axis.0]).sum();
        let (sizes, strides) = (shape.slice(), row_major(shape.slice()));
        let memory = self.allocate_for(T::TYPE, sizes)?;
        let mut start = 0;
        for array in arrays {
            let to = (Place { memory: &memory, start }, &strides[..]);
            moved_here(self, T::TYPE, (array.place(), array.strides()), to, array.shape())?;
            start += array.shape()[axis.0] * strides[axis.0].unsigned_abs();
        }
        Ok(GpuArray::new(memory, sizes, strides))
    }

    /// Arrays of one shape side by side along an axis of their own, copied on the device.
    ///
    /// ```
    /// # use bcast_runtime::{Gpu, ndarray::{Axis, array}};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::new()?;
    /// let (x, y) = (gpu.upload(&[1, 2, 3])?, gpu.upload(&[4, 5, 6])?);
    /// assert_eq!(gpu.stack(Axis(0), &[x.view(), y.view()])?.download()?, array![[1, 2, 3], [4, 5, 6]]);
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`upload`](Gpu::upload).
    ///
    /// # Panics
    ///
    /// If there is no array, or no such axis of the result, or if shapes differ.
    #[track_caller]
    pub fn stack<T: GpuElement, D: Dimension<Larger: RemoveAxis>>(
        &self,
        axis: Axis,
        arrays: &[GpuView<'_, T, D>],
    ) -> Result<GpuArray<T, D::Larger>, GpuError> {
        let first = arrays.first().expect("no array to stack");
        for (at, array) in arrays.iter().enumerate() {
            let (own, others) = (array.shape(), first.shape());
            assert!(own == others, "array {at} of {own:?} beside one of {others:?}");
        }
        let views: Vec<GpuView<'_, T, D::Larger>> = arrays.iter().map(|array| array.insert_axis(axis)).collect();
        self.concatenate(axis, &views)
    }
}
