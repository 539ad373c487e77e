//! What is recorded and not yet sent: passes of kernels, their parameters, and where each was called.

use super::faults::Faults;
use crate::call::Call;
use crate::error::GpuError;
use crate::gpu::tuning::BATCH_PARAMETERS;
use std::panic::Location;

/// A batch of passes.
pub(super) struct Batch {
    encoder: Option<wgpu::CommandEncoder>,
    pub(super) passes: usize,
    /// How many batches have been sent before.
    pub(super) sent: usize,
    pub(super) parameters: Vec<u8>,
    pub(super) buffer: wgpu::Buffer,
    pub(super) faults: Faults,
    /// The calls that codes stand for.
    sites: Vec<Site>,
}

/// A call in the source.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    pub(crate) call: &'static Call<'static>,
    pub(crate) place: &'static Location<'static>,
}

/// What happened, as kernels number it.
pub(super) const RAISED: [&str; 5] = [
    "",
    "integer division by zero",
    "integer division overflows",
    "a shift by too many bits",
    "an index of `at.` out of range",
];

impl Batch {
    pub(crate) fn new(device: &wgpu::Device, limits: &wgpu::Limits) -> Self {
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("parameters"),
            size: BATCH_PARAMETERS,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Batch {
            encoder: None,
            passes: 0,
            sent: 0,
            parameters: Vec::new(),
            buffer,
            faults: Faults::new(device, limits),
            sites: Vec::new(),
        }
    }

    /// The encoder of the batch.
    pub(super) fn encoder(&mut self, device: &wgpu::Device) -> &mut wgpu::CommandEncoder {
        self.encoder.get_or_insert_with(|| new_encoder(device))
    }

    /// A word for the errors of a pass that is recorded next.
    pub(super) fn fault(&mut self, device: &wgpu::Device) -> u32 {
        let encoder = self.encoder.get_or_insert_with(|| new_encoder(device));
        self.faults.word(device, encoder)
    }

    /// Sends what is recorded.
    pub(super) fn send(&mut self, queue: &wgpu::Queue) -> Option<wgpu::SubmissionIndex> {
        let encoder = self.encoder.take()?;
        if !self.parameters.is_empty() {
            queue.write_buffer(&self.buffer, 0, &self.parameters);
        }
        self.parameters.clear();
        self.passes = 0;
        self.sent += 1;
        Some(queue.submit([encoder.finish()]))
    }

    /// The number by which kernels name a call; kinds of errors are added.
    pub(super) fn code(&mut self, site: Site) -> u32 {
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
            operands: site.call.texts().collect(),
            place: site.place.to_string(),
        })
    }
}

fn new_encoder(device: &wgpu::Device) -> wgpu::CommandEncoder {
    device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default())
}
