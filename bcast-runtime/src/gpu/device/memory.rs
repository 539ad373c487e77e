//! Memory on the device, which goes back to the pool when an array is dropped.

use super::handle::Gpu;
use super::lock::lock;
use super::log::{Done, log};
use super::types::Type;
use crate::error::GpuError;
use crate::gpu::tuning::{POOL_LEAST, POOL_STEP};
use std::cell::RefCell;

/// What buffers of arrays are used for.
pub(super) const USAGE: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_SRC).union(wgpu::BufferUsages::COPY_DST);

/// The memory of a [`GpuArray`](crate::GpuArray); a view has `&GpuMemory`, a view to write `&mut GpuMemory`. It goes
/// back to the device's pool when the array is dropped.
pub struct GpuMemory {
    /// None where a call is explained and does not run.
    buffer: Option<wgpu::Buffer>,
    /// Bytes of the elements.
    pub(crate) bytes: u64,
    pub(crate) gpu: Gpu,
    /// The buffer is somebody else's, too, and does not go to the pool.
    is_lent: bool,
}

/// Bytes that a [`Gpu`] holds for arrays: see [`Gpu::memory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GpuMemoryUse {
    /// Of arrays that are there, and of calls that have yet to be recorded. Sizes are rounded up by an eighth at most.
    pub used: u64,
    /// Kept for arrays to come.
    pub free: u64,
}

impl GpuMemory {
    /// That of a buffer which somebody else has, too.
    pub(super) fn lent(buffer: wgpu::Buffer, bytes: u64, gpu: Gpu) -> Self {
        GpuMemory { buffer: Some(buffer), bytes, gpu, is_lent: true }
    }

    /// The size of its buffer, or of the one that it would have.
    pub(crate) fn size(&self) -> u64 {
        self.buffer.as_ref().map_or_else(|| rounded(self.bytes), wgpu::Buffer::size)
    }

    pub(crate) fn buffer(&self) -> &wgpu::Buffer {
        self.buffer.as_ref().expect("memory has its buffer until it is dropped")
    }
}

/// Memory that a stage fills when it runs, if it does.
#[derive(Default)]
pub(crate) struct Later(RefCell<Option<GpuMemory>>);

impl Later {
    pub(crate) fn put(&self, memory: Option<GpuMemory>) {
        self.0.replace(memory);
    }

    pub(crate) fn take(&self) -> Option<GpuMemory> {
        self.0.take()
    }

    pub(crate) fn buffer(&self) -> Option<wgpu::Buffer> {
        self.0.borrow().as_ref().map(|memory| memory.buffer().clone())
    }
}

impl Drop for GpuMemory {
    fn drop(&mut self) {
        if let Some(buffer) = self.buffer.take() {
            lock(&self.gpu.shared.batch).faults.forget(&buffer);
            if self.is_lent {
                return;
            }
            let mut pool = lock(&self.gpu.shared.pool);
            pool.used -= buffer.size();
            pool.put(buffer.size(), buffer);
        }
    }
}

/// The bytes of an array of these sizes, if an integer counts them.
pub(super) fn bytes_of(element: Type, sizes: &[usize]) -> Option<u64> {
    let len = sizes.iter().try_fold(1_u64, |len, &size| len.checked_mul(size as u64))?;
    len.checked_mul(element.bytes() as u64)
}

/// The size of the buffer for so many bytes: an eighth more at most, so that arrays of like sizes share memory.
fn rounded(bytes: u64) -> u64 {
    let step = (bytes.next_power_of_two() / POOL_STEP).max(POOL_LEAST);
    bytes.max(1).next_multiple_of(step)
}

impl Gpu {
    /// Memory for so many bytes.
    pub(crate) fn allocate(&self, bytes: u64) -> Result<GpuMemory, GpuError> {
        self.check()?;
        let most = self.most(bytes)?;
        let size = rounded(bytes).min(most);
        let pooled = lock(&self.shared.pool).take(size);
        let buffer = match pooled {
            Some(buffer) => buffer,
            None => self.create(size, USAGE, false).or_else(|_| {
                // Free memory of other sizes may be what is missing.
                self.trim();
                self.wait();
                self.create(size, USAGE, false)
            })?,
        };
        lock(&self.shared.pool).used += buffer.size();
        log(Done::Taken(bytes as usize));
        Ok(GpuMemory { buffer: Some(buffer), bytes, gpu: self.clone(), is_lent: false })
    }

    /// The most bytes of an array, if these are not more.
    fn most(&self, bytes: u64) -> Result<u64, GpuError> {
        // A download has another word.
        let most = self.shared.limits.max_buffer_size / 4 * 4 - 4;
        if bytes > most { Err(GpuError::TooLarge { array: String::new(), size: bytes, most }) } else { Ok(most) }
    }

    /// Memory that nobody takes: of a call that is explained.
    pub(crate) fn planned(&self, bytes: u64) -> Result<GpuMemory, GpuError> {
        self.most(bytes)?;
        Ok(GpuMemory { buffer: None, bytes, gpu: self.clone(), is_lent: false })
    }

    /// Memory for an array of these sizes.
    pub(crate) fn allocate_for(&self, element: Type, sizes: &[usize]) -> Result<GpuMemory, GpuError> {
        let made = self.allocate(bytes_of(element, sizes).unwrap_or(u64::MAX));
        made.map_err(|error| error.of_array("an array", sizes))
    }

    /// The memory that this device holds for arrays.
    ///
    /// ```
    /// # use bcast_runtime::{Gpu, ndarray::Array1};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::new()?;
    /// let x = gpu.upload(&Array1::<f32>::zeros(1000))?;
    /// assert!(gpu.memory().used >= 4000);
    /// drop(x);
    /// assert!(gpu.memory().used == 0 && gpu.memory().free >= 4000);
    /// gpu.trim();
    /// assert_eq!(gpu.memory().free, 0);
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    pub fn memory(&self) -> GpuMemoryUse {
        let pool = lock(&self.shared.pool);
        GpuMemoryUse { used: pool.used, free: pool.bytes() }
    }

    /// Keeps at most so many bytes of free memory for arrays to come, from now on; 2 GiB if nothing is said. What is
    /// free beyond goes back to the driver when work that is on its way no longer needs it, the oldest first.
    pub fn limit_free_memory(&self, bytes: u64) {
        lock(&self.shared.pool).limit(bytes);
    }

    /// Gives all free memory back to the driver, which takes it when work that is on its way no longer needs it; that
    /// of the host from which it copies, too. Arrays to come get new memory, which is slower.
    pub fn trim(&self) {
        lock(&self.shared.pool).empty();
        lock(&self.shared.batch).staging.trim();
    }
}
