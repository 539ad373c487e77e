//! What is recorded and not yet sent: passes of kernels, their parameters, and where each was called.

use super::faults::Faults;
use super::hold::Hold;
use super::sender::{Sender, UnderWay};
use super::staging::{Staged, Staging};
use crate::call::Call;
use crate::error::GpuError;
use crate::gpu::tuning::{BATCH_BYTES, BATCH_PARAMETERS, BATCH_PASSES, PASS_BYTES};
use std::panic::Location;

/// A batch of passes.
pub(super) struct Batch {
    encoder: Option<wgpu::CommandEncoder>,
    pub(super) passes: usize,
    /// How many batches have been sent before.
    pub(super) sent: usize,
    /// Parameters of its passes, the bytes of them, and where kernels read them.
    parameters: Option<Staged>,
    end: u64,
    pub(super) buffer: wgpu::Buffer,
    pub(super) staging: Staging,
    pub(super) under_way: UnderWay,
    /// Whether the program submits, and what it is handed.
    pub(super) hold: Hold,
    /// Command buffers before the encoder.
    before: Vec<wgpu::CommandBuffer>,
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
            parameters: None,
            end: 0,
            buffer,
            staging: Staging::default(),
            under_way: UnderWay::default(),
            hold: Hold::No,
            before: Vec::new(),
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

    /// Whether there is room for so many bytes of parameters at the next multiple of `align`.
    pub(super) fn has_room(&self, bytes: u64, align: u64) -> bool {
        self.end.next_multiple_of(align) + bytes <= BATCH_PARAMETERS
    }

    /// Adds parameters, for which there is room, and says where they are. `make` makes memory of the host.
    pub(super) fn add_parameters(
        &mut self,
        words: &[u32],
        align: u64,
        make: impl FnOnce(u64) -> Result<wgpu::Buffer, GpuError>,
    ) -> Result<u64, GpuError> {
        let parameters = match self.parameters.take() {
            Some(parameters) => parameters,
            None => self.staging.room(BATCH_PARAMETERS, make)?,
        };
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let at = self.end.next_multiple_of(align);
        self.parameters.insert(parameters).write(at, &bytes);
        self.end = at + bytes.len() as u64;
        Ok(at)
    }

    /// Whether what is recorded is enough for a batch.
    pub(super) fn is_full(&self) -> bool {
        self.passes == BATCH_PASSES || self.staging.bytes > BATCH_BYTES
    }

    /// Adds command buffers of the program's own.
    pub(super) fn append(&mut self, commands: impl IntoIterator<Item = wgpu::CommandBuffer>) {
        let recorded = self.encoder.take().map(wgpu::CommandEncoder::finish);
        self.before.extend(recorded.into_iter().chain(commands));
    }

    /// Sends what is recorded, if there is anything, or adds it to what the program is handed.
    pub(super) fn send(&mut self, device: &wgpu::Device, sender: &Sender) {
        let is_empty = self.encoder.is_none() && self.before.is_empty();
        if is_empty || self.hold.check(device).is_err() {
            return;
        }
        let (commands, bytes) = self.close(device);
        self.sent += 1;
        match &mut self.hold {
            Hold::Recording(all) => all.extend(commands),
            _ => self.under_way.add(sender.send(commands), bytes),
        }
    }

    /// What is recorded, and the bytes of the host that it takes.
    fn close(&mut self, device: &wgpu::Device) -> (Vec<wgpu::CommandBuffer>, u64) {
        let mut commands = Vec::new();
        if let Some(parameters) = self.parameters.take() {
            let mut first = new_encoder(device);
            parameters.copy(&mut first, &self.buffer, std::mem::take(&mut self.end));
            commands.push(first.finish());
        }
        commands.append(&mut self.before);
        let encoder = self.encoder.take().unwrap_or_else(|| new_encoder(device));
        let bytes = self.staging.close(&encoder) + std::mem::take(&mut self.passes) as u64 * PASS_BYTES;
        commands.push(encoder.finish());
        (commands, bytes)
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
