//! Memory of the host from which the device copies: parameters of passes, and arrays of the host.
//!
//! What is written there is there at once, and the copy is recorded among the passes; so what the host writes stands in
//! the order of all other work. Chunks come back, by themselves, when the batch that copies from them has run.

use super::lock::lock;
use crate::error::GpuError;
use crate::gpu::tuning::{CHUNK, KEPT_CHUNKS};
use std::sync::{Arc, Mutex};

/// Chunks that nobody copies from any more.
pub(super) type Free = Arc<Mutex<Vec<wgpu::Buffer>>>;

/// What one batch copies from.
#[derive(Default)]
pub(super) struct Staging {
    /// The last one may have room left, from this byte on.
    chunks: Vec<wgpu::Buffer>,
    end: u64,
    /// What was too large for a chunk.
    large: Vec<wgpu::Buffer>,
    free: Free,
    pub(super) bytes: u64,
}

impl Staging {
    /// Room for so many bytes, in memory of which `make` makes more.
    pub(super) fn room(
        &mut self,
        bytes: u64,
        make: impl FnOnce(u64) -> Result<wgpu::Buffer, GpuError>,
    ) -> Result<Staged, GpuError> {
        let bytes = bytes.next_multiple_of(wgpu::MAP_ALIGNMENT);
        if bytes > CHUNK {
            let buffer = make(bytes)?;
            self.bytes += bytes;
            self.large.push(buffer.clone());
            return Staged::new(buffer, 0, bytes);
        }
        if self.chunks.is_empty() || self.end + bytes > CHUNK {
            let free = lock(&self.free).pop();
            self.chunks.push(free.map_or_else(|| make(CHUNK), Ok)?);
            self.bytes += CHUNK;
            self.end = 0;
        }
        let start = self.end;
        self.end += bytes;
        Staged::new(self.chunks[self.chunks.len() - 1].clone(), start, bytes)
    }

    /// All is written, and the commands of this encoder, or earlier ones, copy from it. How many bytes that takes.
    pub(super) fn close(&mut self, encoder: &wgpu::CommandEncoder) -> u64 {
        self.large.drain(..).for_each(|buffer| buffer.unmap());
        for chunk in self.chunks.drain(..) {
            chunk.unmap();
            let (free, own) = (self.free.clone(), chunk.clone());
            encoder.map_buffer_on_submit(&chunk, wgpu::MapMode::Write, .., move |mapped| {
                let mut free = lock(&free);
                if mapped.is_ok() && free.len() < KEPT_CHUNKS {
                    free.push(own);
                }
            });
        }
        std::mem::take(&mut self.bytes)
    }

    /// Keeps no memory but what is copied from.
    pub(super) fn trim(&self) {
        lock(&self.free).clear();
    }
}

/// A part of a chunk, to be written.
pub(super) struct Staged {
    buffer: wgpu::Buffer,
    start: u64,
    bytes: wgpu::BufferViewMut,
}

impl Staged {
    fn new(buffer: wgpu::Buffer, start: u64, bytes: u64) -> Result<Self, GpuError> {
        let mapped = buffer.get_mapped_range_mut(start..start + bytes);
        let bytes = mapped.map_err(|error| GpuError::Internal { reason: error.to_string() })?;
        Ok(Staged { buffer, start, bytes })
    }

    pub(super) fn write(&mut self, at: u64, bytes: &[u8]) {
        let at = at as usize;
        self.bytes.slice(at..at + bytes.len()).copy_from_slice(bytes);
    }

    /// All is written: the copy of so many bytes to the beginning of a buffer is recorded.
    pub(super) fn copy(self, encoder: &mut wgpu::CommandEncoder, to: &wgpu::Buffer, bytes: u64) {
        encoder.copy_buffer_to_buffer(&self.buffer, self.start, to, 0, bytes.next_multiple_of(4));
    }
}
