//! What is recorded and not yet sent: passes of kernels, their parameters, and where each was called.

use super::device::{Gpu, Shared, lock};
use super::error::GpuError;
use super::kernel::Kernel;
use super::nest::Room;
use crate::call::Call;
use std::panic::Location;
use std::sync::atomic::Ordering;

/// Bytes for parameters of one batch.
const PARAMETERS: u64 = 1 << 16;
/// A batch is sent after so many passes, so that the device does not wait for a download.
const PASSES: usize = 32;

/// A batch of passes.
pub(super) struct Batch {
    encoder: Option<wgpu::CommandEncoder>,
    passes: usize,
    parameters: Vec<u8>,
    buffer: wgpu::Buffer,
    /// Holds the code of an error in integer arithmetic.
    pub(super) raised: wgpu::Buffer,
    /// The calls that codes stand for.
    sites: Vec<Site>,
}

/// An array that a kernel binds, from a byte on.
pub(super) struct Bound {
    pub(super) buffer: wgpu::Buffer,
    pub(super) offset: u64,
}

/// A call in the source.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub(super) call: &'static Call<'static>,
    pub(super) place: &'static Location<'static>,
}

/// What happened, as kernels number it.
const RAISED: [&str; 4] = ["", "integer division by zero", "integer division overflows", "a shift by too many bits"];

impl Batch {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        let buffer = |label, size, usage| {
            let usage = usage | wgpu::BufferUsages::COPY_DST;
            device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
        };
        Batch {
            encoder: None,
            passes: 0,
            parameters: Vec::new(),
            buffer: buffer("parameters", PARAMETERS, wgpu::BufferUsages::UNIFORM),
            raised: buffer("raised", 16, wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC),
            sites: Vec::new(),
        }
    }

    /// The encoder of the batch.
    pub(super) fn encoder(&mut self, device: &wgpu::Device) -> &mut wgpu::CommandEncoder {
        self.encoder.get_or_insert_with(|| device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default()))
    }

    /// Sends what is recorded.
    pub(super) fn send(&mut self, shared: &Shared) -> Option<wgpu::SubmissionIndex> {
        let encoder = self.encoder.take()?;
        if !self.parameters.is_empty() {
            shared.queue.write_buffer(&self.buffer, 0, &self.parameters);
        }
        self.parameters.clear();
        self.passes = 0;
        shared.batches.fetch_add(1, Ordering::Relaxed);
        Some(shared.queue.submit([encoder.finish()]))
    }

    /// The number by which kernels name a call; kinds of errors are added.
    fn code(&mut self, site: Site) -> u32 {
        let same = |other: &Site| std::ptr::eq(other.call, site.call) && other.place == site.place;
        let known = self.sites.iter().position(same);
        let index = known.unwrap_or_else(|| {
            self.sites.push(site);
            self.sites.len() - 1
        });
        (index as u32 + 1) * RAISED.len() as u32
    }

    /// What a code says.
    pub(super) fn error_of(&self, code: u32) -> Result<(), GpuError> {
        let kinds = RAISED.len() as u32;
        let site = (code / kinds).checked_sub(1).and_then(|index| self.sites.get(index as usize));
        let Some(site) = site else {
            return Ok(());
        };
        Err(GpuError::Arithmetic {
            what: RAISED[(code % kinds) as usize],
            call: site.call.name,
            operands: site.call.names().collect(),
            place: format!("{}:{}", site.place.file(), site.place.line()),
        })
    }
}

impl Gpu {
    /// Records a pass. The first parameter is set here.
    pub(super) fn record(
        &self,
        kernel: &Kernel,
        arrays: &[Bound],
        parameters: &mut [u32],
        groups: [u32; 2],
        site: Site,
    ) {
        let shared = &*self.shared;
        let mut batch = lock(&shared.batch);
        let size = (parameters.len() * 4) as u64;
        let align = u64::from(shared.limits.min_uniform_buffer_offset_alignment);
        let mut at = (batch.parameters.len() as u64).next_multiple_of(align);
        if at + size > PARAMETERS || batch.passes == PASSES {
            batch.send(shared);
            at = 0;
        }
        if kernel.raises {
            parameters[0] = batch.code(site);
        }
        batch.parameters.resize(at as usize, 0);
        batch.parameters.extend(parameters.iter().flat_map(|word| word.to_ne_bytes()));
        let parameters = wgpu::BufferBinding { buffer: &batch.buffer, offset: at, size: size.try_into().ok() };
        let mut resources = vec![wgpu::BindingResource::Buffer(parameters)];
        let room = Room::of(Some(self)).bytes;
        resources.extend(arrays.iter().map(|&Bound { ref buffer, offset }| {
            let size = (buffer.size() - offset).min(room).try_into().ok();
            wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset, size })
        }));
        if kernel.raises {
            resources.push(batch.raised.as_entire_binding());
        }
        let entry = |(binding, resource)| wgpu::BindGroupEntry { binding: binding as u32, resource };
        let entries: Vec<_> = resources.into_iter().enumerate().map(entry).collect();
        let group = shared.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &kernel.layout,
            entries: &entries,
        });
        batch.passes += 1;
        let mut pass = batch.encoder(&shared.device).begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&kernel.pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(groups[0], groups[1], 1);
    }

    /// Records a copy to a place in bytes, of whole words.
    pub(super) fn copy(&self, from: &wgpu::Buffer, to: &wgpu::Buffer, at: u64, bytes: u64) {
        if bytes == 0 {
            return;
        }
        let shared = &*self.shared;
        lock(&shared.batch).encoder(&shared.device).copy_buffer_to_buffer(from, 0, to, at, bytes);
    }

    /// Sends what is recorded, without waiting for it.
    pub fn submit(&self) {
        lock(&self.shared.batch).send(&self.shared);
    }

    /// Waits for all that is recorded.
    pub fn wait(&self) {
        self.submit();
        self.poll(wgpu::PollType::wait_indefinitely());
    }

    /// Writes into memory. The processor's writes come before the batch that is being recorded, which may still read what
    /// the memory held for an array that is gone: so that batch is sent first.
    pub(super) fn write(&self, buffer: &wgpu::Buffer, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        self.submit();
        // Writes are of whole words.
        let (whole, rest) = bytes.split_at(bytes.len() / 4 * 4);
        self.shared.queue.write_buffer(buffer, 0, whole);
        if !rest.is_empty() {
            let mut word = [0; 4];
            word[..rest.len()].copy_from_slice(rest);
            self.shared.queue.write_buffer(buffer, whole.len() as u64, &word);
        }
    }
}
