//! Commands that the program submits itself.

use crate::error::GpuError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where what is recorded goes.
#[derive(Default)]
pub(super) enum Hold {
    /// To the queue.
    #[default]
    No,
    /// Into these, which the program will be handed.
    Recording(Vec<wgpu::CommandBuffer>),
    /// The program has them. Nothing is submitted before it has submitted these, since what is recorded now may read
    /// what they write, and use memory again that they read.
    Handed(Probe),
}

/// Knows whether commands have been submitted: a buffer is then mapped, or about to be.
pub(super) struct Probe {
    buffer: wgpu::Buffer,
    is_submitted: Arc<AtomicBool>,
}

impl Probe {
    pub(super) fn new(device: &wgpu::Device, commands: &wgpu::CommandBuffer) -> Self {
        let (size, usage) = (4, wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
        let wanted = wgpu::BufferDescriptor { label: Some("probe"), size, usage, mapped_at_creation: false };
        let (buffer, is_submitted) = (device.create_buffer(&wanted), Arc::new(AtomicBool::new(false)));
        let own = is_submitted.clone();
        let submitted = move |_| own.store(true, Ordering::Relaxed);
        commands.map_buffer_on_submit(&buffer, wgpu::MapMode::Read, .., submitted);
        Probe { buffer, is_submitted }
    }

    /// Whether they have been submitted; nothing if they are gone, and never will be.
    fn is_submitted(&self, device: &wgpu::Device) -> Option<bool> {
        // Whether they are gone, first: they may be submitted meanwhile.
        let are_gone = Arc::strong_count(&self.is_submitted) == 1;
        if !are_gone && !self.is_submitted.load(Ordering::Relaxed) {
            // This calls off what the submission has asked for, which says so at once; otherwise it is an error.
            let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
            self.buffer.unmap();
            drop(scope);
        }
        let is_submitted = self.is_submitted.load(Ordering::Relaxed);
        (is_submitted || !are_gone).then_some(is_submitted)
    }
}

impl Hold {
    /// Whether calls may be recorded. What was handed out is forgotten when it has been submitted.
    pub(super) fn check(&mut self, device: &wgpu::Device) -> Result<(), GpuError> {
        let Hold::Handed(probe) = self else { return Ok(()) };
        match probe.is_submitted(device) {
            Some(true) => *self = Hold::No,
            Some(false) => return Err(GpuError::Unsubmitted),
            None => return Err(GpuError::Lost { reason: "commands of `Gpu::commands` were dropped".to_owned() }),
        }
        Ok(())
    }

    /// Whether results can be waited for.
    pub(super) fn check_sent(&mut self, device: &wgpu::Device) -> Result<(), GpuError> {
        match self {
            Hold::Recording(_) => Err(GpuError::Unsubmitted),
            _ => self.check(device),
        }
    }
}
