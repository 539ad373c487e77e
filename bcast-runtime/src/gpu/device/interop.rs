//! At home in a program that uses wgpu itself: its device, its buffers, the time of a call.

use super::array::{GpuArray, Place};
use super::element::GpuElement;
use super::handle::Gpu;
use super::layout::row_major;
use super::memory::{GpuMemory, USAGE, bytes_of};
use crate::error::GpuError;
use ndarray::{Dimension, IntoDimension};
use std::borrow::Borrow;
use std::time::Duration;

impl Gpu {
    /// The device of a program that uses wgpu itself: calls run on its queue, between what the program submits.
    ///
    /// Kernels use the limits and the features with which it was opened: element types of 16 and 64 bits need
    /// `SHADER_F16`, `SHADER_F64`, `SHADER_INT64`, [`profile`](Gpu::profile) needs `TIMESTAMP_QUERY` and
    /// `TIMESTAMP_QUERY_INSIDE_ENCODERS`. The program's handlers of errors and of a lost device stay its own: without
    /// one, wgpu panics when the device is lost.
    ///
    /// ```
    /// use bcast_runtime::{Gpu, ndarray::array, wgpu};
    /// # fn block_on<F: Future>(future: F) -> F::Output {
    /// #     let mut future = std::pin::pin!(future);
    /// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    /// #     loop {
    /// #         if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) { return output }
    /// #     }
    /// # }
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    /// let adapter = block_on(instance.request_adapter(&Default::default())).expect("a GPU");
    /// let (device, queue) = block_on(adapter.request_device(&Default::default())).expect("a device");
    ///
    /// let gpu = Gpu::from_wgpu(&adapter, device, queue);
    /// assert_eq!(gpu.upload(&[1, 2, 3])?.download()?, array![1, 2, 3]);
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    pub fn from_wgpu(adapter: &wgpu::Adapter, device: wgpu::Device, queue: wgpu::Queue) -> Gpu {
        Gpu::of(adapter.get_info(), device, queue)
    }

    /// The device, as wgpu has it.
    pub fn device(&self) -> &wgpu::Device {
        &self.shared.device
    }

    /// Its queue. What has been recorded is sent first, so what is submitted from now on runs behind it.
    pub fn queue(&self) -> &wgpu::Queue {
        self.submit();
        &self.shared.queue
    }

    /// An array of the elements of a buffer, row by row from its beginning; the buffer stays the program's, too.
    ///
    /// # Errors
    ///
    /// [`GpuError::Unsupported`] if the device has no elements of this type.
    ///
    /// # Panics
    ///
    /// If the buffer has fewer bytes, or lacks one of the usages `STORAGE`, `COPY_SRC` and `COPY_DST`.
    #[track_caller]
    pub fn from_buffer<T: GpuElement, E: IntoDimension>(
        &self,
        buffer: &wgpu::Buffer,
        shape: E,
    ) -> Result<GpuArray<T, E::Dim>, GpuError> {
        self.supports(T::TYPE)?;
        let shape = shape.into_dimension();
        let bytes = bytes_of(T::TYPE, shape.slice());
        let (has, wanted) = (buffer.size(), bytes.and_then(|bytes| bytes.checked_next_multiple_of(4)));
        assert!(wanted.is_some_and(|wanted| wanted <= has), "a buffer of {has} bytes for an array of {shape:?}");
        assert!(buffer.usage().contains(USAGE), "a buffer for arrays needs the usages {USAGE:?}");
        let memory = GpuMemory::lent(buffer.clone(), bytes.unwrap_or_default(), self.clone());
        Ok(GpuArray::new(memory, shape.slice(), row_major(shape.slice())))
    }

    /// The time that the device takes for all that `work` records, by its own clock; nothing where it has none that
    /// wgpu can read. Waits for it.
    ///
    /// ```
    /// # use bcast_runtime::{Gpu, ndarray::Array1};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::new()?;
    /// let x = gpu.upload(&Array1::<f32>::zeros(100_000))?;
    /// if let Some(time) = gpu.profile(|| drop(x.copy())) {
    ///     println!("the copy took {time:?}");
    /// }
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    pub fn profile(&self, work: impl FnOnce()) -> Option<Duration> {
        Duration::try_from_secs_f64(self.device_seconds(work)?).ok()
    }
}

impl<T: GpuElement, D: Dimension, M: Borrow<GpuMemory>> GpuArray<T, D, M> {
    /// The buffer in which the elements lie, beside others perhaps, and which of the elements there is the first one;
    /// [`strides`](GpuArray::strides) tells the others. What has been recorded is sent first, so what the program
    /// submits from now on sees it.
    pub fn buffer(&self) -> (&wgpu::Buffer, usize) {
        self.gpu().submit();
        let Place { memory, start } = self.place();
        (memory.buffer(), start)
    }
}
