//! Memory on the device, used again when an array is dropped.
//!
//! All work of a device runs in the order in which it is recorded, so memory can be given to a later call while an earlier
//! one has yet to run. What the processor writes by itself does not wait in that order: see [`Gpu::write`].

use super::device::{Gpu, lock};
use super::error::GpuError;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

const USAGE: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_SRC).union(wgpu::BufferUsages::COPY_DST);
/// Free memory is kept up to so many bytes.
const KEPT: u64 = 2 << 30;

/// Free memory by size, for each size in the order in which it became free, with how many came before.
pub(super) struct Pool<B = wgpu::Buffer> {
    free: BTreeMap<u64, VecDeque<(u64, B)>>,
    bytes: u64,
    came: u64,
}
impl<B> Default for Pool<B> {
    fn default() -> Self {
        Pool { free: BTreeMap::new(), bytes: 0, came: 0 }
    }
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
            lock(&self.gpu.shared.pool).put(buffer.size(), buffer);
        }
    }
}

impl<B> Pool<B> {
    /// Keeps memory. What has been free for longest makes room: a program that has gone on to other sizes would else find
    /// no room for these.
    fn put(&mut self, size: u64, memory: B) {
        if size > KEPT {
            return;
        }
        while self.bytes + size > KEPT && self.forget_oldest() {}
        self.bytes += size;
        self.came += 1;
        self.free.entry(size).or_default().push_back((self.came, memory));
    }

    fn take(&mut self, size: u64) -> Option<B> {
        let (_, memory) = self.free.get_mut(&size)?.pop_back()?;
        self.bytes -= size;
        Some(memory)
    }

    /// Whether there was any.
    fn forget_oldest(&mut self) -> bool {
        let oldest = self.free.iter_mut().min_by_key(|(_, kept)| kept.front().map_or(u64::MAX, |(came, _)| *came));
        let forgotten = oldest.and_then(|(size, kept)| kept.pop_front().map(|_| *size));
        self.bytes -= forgotten.unwrap_or(0);
        forgotten.is_some()
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

#[cfg(test)]
mod tests {
    use super::{KEPT, Pool};

    /// Sizes that a program has left do not keep those that it has gone on to out of the pool.
    #[test]
    fn the_oldest_makes_room() {
        let mut pool = Pool::default();
        let (large, small) = (KEPT / 2, KEPT / 8);
        (0..6).for_each(|number| pool.put(small, number));
        pool.put(large, 10);
        assert_eq!(pool.take(large), Some(10));
        pool.put(large, 11);
        assert_eq!(pool.bytes, KEPT);
        // The newest first; two were forgotten.
        assert_eq!([(); 5].map(|()| pool.take(small)), [Some(5), Some(4), Some(3), Some(2), None]);
        pool.put(KEPT, 12);
        assert_eq!((pool.take(large), pool.bytes), (None, KEPT));
        pool.put(KEPT + 1, 13);
        assert_eq!((pool.take(KEPT + 1), pool.take(KEPT), pool.bytes), (None, Some(12), 0));
    }
}
