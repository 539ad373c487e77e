//! At home in a program that uses wgpu itself: its device, its buffers, the time of a call.

use super::array::{GpuArray, Place};
use super::element::GpuElement;
use super::handle::Gpu;
use super::hold::{Hold, Probe};
use super::layout::row_major;
use super::lock::lock;
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

    /// Puts command buffers of the program's own behind the calls before and in front of those after, in one submission
    /// with them. [`submit`](Gpu::submit) sends it, and so does a download.
    ///
    /// ```
    /// use bcast_runtime::{Gpu, ndarray::array, wgpu};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::new()?;
    /// let (x, y) = (gpu.upload(&[1, 2, 3])?, gpu.zeros::<i32, _>(3)?);
    /// let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    /// encoder.copy_buffer_to_buffer(x.buffer().0, 0, y.buffer().0, 0, 12);
    /// gpu.append([encoder.finish()]);
    /// assert_eq!(y.download()?, array![1, 2, 3]);
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    pub fn append(&self, commands: impl IntoIterator<Item = wgpu::CommandBuffer>) {
        lock(&self.shared.batch).append(commands);
    }

    /// What `work` records, calls and uploads, as command buffers that the program submits itself, all of them and in
    /// this order, with what `work` returns. Calls of other threads on this device meanwhile are among them.
    ///
    /// Until they are submitted, calls, uploads and downloads are [`GpuError::Unsubmitted`], since these would run
    /// before, and so are downloads within `work`; dropped instead, they take the device along.
    ///
    /// ```
    /// use bcast_runtime::{Gpu, GpuError, ndarray::array, wgpu};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::new()?;
    /// let (x, commands) = gpu.commands(|| gpu.upload(&[1, 2, 3]))?; // or `bcast!(#[gpu(&gpu)] ..)`
    /// let x = x?;
    /// assert_eq!(x.download(), Err(GpuError::Unsubmitted));
    ///
    /// let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    /// encoder.clear_buffer(x.buffer().0, 0, Some(4));
    /// gpu.queue().submit(commands.into_iter().chain([encoder.finish()]));
    /// assert_eq!(x.download()?, array![0, 2, 3]);
    /// # Ok::<(), GpuError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GpuError::Unsubmitted`] within `work`, or if earlier commands have not been submitted.
    pub fn commands<R>(&self, work: impl FnOnce() -> R) -> Result<(R, Vec<wgpu::CommandBuffer>), GpuError> {
        // What comes before is with the driver.
        self.submit();
        {
            let mut batch = lock(&self.shared.batch);
            batch.hold.check_sent(&self.shared.device)?;
            batch.hold = Hold::Recording(Vec::new());
        }
        let recording = Recording(self);
        let result = work();
        Ok((result, recording.end(true)))
    }

    /// An array of the elements of a buffer, row by row from its beginning; the buffer stays the program's, too.
    ///
    /// # Errors
    ///
    /// [`GpuError::Unsupported`] if the device has no elements of this type.
    ///
    /// # Panics
    ///
    /// If the buffer has fewer bytes, in whole words of four, or lacks one of the usages `STORAGE`, `COPY_SRC` and
    /// `COPY_DST`.
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

/// Ends with what has been recorded.
struct Recording<'a>(&'a Gpu);

impl Recording<'_> {
    /// What has been recorded, and whether the program is handed it; nothing the second time.
    fn end(&self, is_handed: bool) -> Vec<wgpu::CommandBuffer> {
        let shared = &*self.0.shared;
        let batch = &mut *lock(&shared.batch);
        batch.send(&shared.device, &shared.sender);
        let Hold::Recording(commands) = &mut batch.hold else { return Vec::new() };
        let commands = std::mem::take(commands);
        let probe = commands.last().filter(|_| is_handed).map(|last| Probe::new(&shared.device, last));
        batch.hold = probe.map_or(Hold::No, Hold::Handed);
        commands
    }
}

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        // After a panic what has been recorded runs as if nobody had asked for it.
        let commands = self.end(false);
        self.0.append(commands);
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
