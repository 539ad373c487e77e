//! Memory on the device, used again when an array is dropped.
//!
//! All work of a device runs in the order in which it is recorded, so memory can be given to a later call while an earlier
//! one has yet to run. What the processor writes by itself does not wait in that order: see [`Gpu::write`].

use super::device::{Gpu, lock};
use super::error::GpuError;
use std::cell::RefCell;
use std::collections::BTreeMap;

const USAGE: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_SRC).union(wgpu::BufferUsages::COPY_DST);
/// Free memory is kept up to so many bytes.
const KEPT: u64 = 2 << 30;

/// Free memory by size.
#[derive(Default)]
pub(super) struct Pool {
    free: BTreeMap<u64, Vec<wgpu::Buffer>>,
    bytes: u64,
}

/// The memory of a [`GpuArray`](super::GpuArray); a view has `&GpuMemory`, a view to write `&mut GpuMemory`. It goes back to
/// the device's pool when the array is dropped.
pub struct GpuMemory {
    buffer: Option<wgpu::Buffer>,
    pub(super) gpu: Gpu,
}

impl GpuMemory {
    pub(super) fn buffer(&self) -> &wgpu::Buffer {
        self.buffer.as_ref().expect("memory has its buffer until it is dropped")
    }
}

/// Memory that a stage fills when it runs, if it does.
#[derive(Default)]
pub(super) struct Later(RefCell<Option<GpuMemory>>);

impl Later {
    pub(super) fn put(&self, memory: Option<GpuMemory>) {
        self.0.replace(memory);
    }

    pub(super) fn take(&self) -> Option<GpuMemory> {
        self.0.take()
    }

    pub(super) fn buffer(&self) -> Option<wgpu::Buffer> {
        self.0.borrow().as_ref().map(|memory| memory.buffer().clone())
    }
}

impl Drop for GpuMemory {
    fn drop(&mut self) {
        if let Some(buffer) = self.buffer.take() {
            lock(&self.gpu.shared.pool).put(buffer);
        }
    }
}

impl Pool {
    fn put(&mut self, buffer: wgpu::Buffer) {
        if self.bytes + buffer.size() <= KEPT {
            self.bytes += buffer.size();
            self.free.entry(buffer.size()).or_default().push(buffer);
        }
    }

    fn take(&mut self, bytes: u64) -> Option<wgpu::Buffer> {
        let buffer = self.free.get_mut(&bytes)?.pop()?;
        self.bytes -= bytes;
        Some(buffer)
    }
}

/// The size of the buffer for so many bytes: an eighth more at most, so that arrays of like sizes share memory.
fn rounded(bytes: u64) -> u64 {
    let step = (bytes.next_power_of_two() / 8).max(256);
    bytes.max(1).next_multiple_of(step)
}

impl Gpu {
    /// Memory for so many bytes.
    pub(super) fn allocate(&self, bytes: u64) -> Result<GpuMemory, GpuError> {
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
