//! Memory on the device, which goes back to the pool when an array is dropped.

use super::handle::Gpu;
use super::lock::lock;
use super::pool::Pool;
use crate::error::GpuError;
use crate::gpu::tuning::{POOL_LEAST, POOL_STEP};
use std::cell::RefCell;

const USAGE: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_SRC).union(wgpu::BufferUsages::COPY_DST);

/// The memory of a [`GpuArray`](crate::GpuArray); a view has `&GpuMemory`, a view to write `&mut GpuMemory`. It goes
/// back to the device's pool when the array is dropped.
pub struct GpuMemory {
    buffer: Option<wgpu::Buffer>,
    pub(crate) gpu: Gpu,
}

impl GpuMemory {
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
            lock(&self.gpu.shared.pool).put(buffer.size(), buffer);
        }
    }
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
        // A download has another word.
        let most = self.shared.limits.max_buffer_size / 4 * 4 - 4;
        if bytes > most {
            return Err(GpuError::TooLarge { size: bytes, most });
        }
        let size = rounded(bytes).min(most);
        let pooled = lock(&self.shared.pool).take(size);
        let buffer = match pooled {
            Some(buffer) => buffer,
            None => self.create(size, USAGE).or_else(|_| {
                // Free memory of other sizes may be what is missing.
                *lock(&self.shared.pool) = Pool::default();
                self.wait();
                self.create(size, USAGE)
            })?,
        };
        Ok(GpuMemory { buffer: Some(buffer), gpu: self.clone() })
    }
}
