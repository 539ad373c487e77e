//! The device: found, opened, and what all calls on it share.

use super::batch::Batch;
use super::kernel::Kernels;
use super::lock::lock;
use super::pool::Pool;
use super::sender::{Failure, Sender};
use super::types::Type;
use crate::error::GpuError;
use pollster::block_on;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A GPU, ready to run kernels: what `#[gpu(&gpu)]` names, and where [`GpuArray`](crate::GpuArray)s live.
///
/// Clones of it are the same device, which threads may share. It is opened with all limits that the adapter has, and
/// with 16-bit and 64-bit floats and 64-bit integers where it has them.
///
/// # When calls wait
///
/// Calls and uploads are recorded, in their order, and sent in batches by a thread of the device's own; a download
/// waits for the results that it copies. Nothing else waits for the device but, on purpose, [`wait`](Gpu::wait) and
/// [`profile`](Gpu::profile), and
/// * calls that are so far ahead of it that their arrays of the host and their commands take 256 MiB of the host's
///   memory, which 14,000 calls on arrays of the device do: then the older half is waited for;
/// * what hands something to the program's own use of wgpu, [`submit`](Gpu::submit), [`queue`](Gpu::queue) and
///   [`GpuArray::buffer`](crate::GpuArray::buffer), until the driver has taken all work before it;
/// * a call for whose result the device has no memory left.
///
/// The first call of a kernel compiles it, which takes from milliseconds to a second. Arrays of the host that are
/// operands are copied when a call is recorded, and may be changed as soon as it returns.
///
/// ```
/// use bcast_runtime::Gpu;
/// # if Gpu::new().is_err() { return Ok(()) } // where there is none
/// let gpu = Gpu::new()?;
/// println!("{}", gpu.name());
/// # Ok::<(), bcast_runtime::GpuError>(())
/// ```
#[derive(Clone)]
pub struct Gpu {
    pub(crate) shared: Arc<Shared>,
}

/// What an adapter needs to tell the time between passes.
pub(super) const TIMESTAMPS: wgpu::Features =
    wgpu::Features::TIMESTAMP_QUERY.union(wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS);

/// What devices are opened with where adapters have it.
pub(super) const WANTED: wgpu::Features =
    wgpu::Features::SHADER_F16.union(wgpu::Features::SHADER_F64).union(wgpu::Features::SHADER_INT64).union(TIMESTAMPS);

/// What all copies of a [`Gpu`] share.
pub(crate) struct Shared {
    pub(crate) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(crate) limits: wgpu::Limits,
    features: wgpu::Features,
    info: wgpu::AdapterInfo,
    pub(super) pool: Mutex<Pool>,
    pub(super) batch: Mutex<Batch>,
    pub(super) kernels: Kernels,
    /// Buffers made, those on the host not counted.
    pub(crate) buffers: AtomicUsize,
    /// What the driver reported outside any call.
    pub(super) failure: Failure,
    pub(super) sender: Sender,
}

impl Gpu {
    /// Loses the device: for tests.
    #[doc(hidden)]
    pub fn lose(&self) {
        self.shared.device.destroy();
        self.poll(wgpu::PollType::wait_indefinitely());
    }

    /// That of an opened device.
    pub(super) fn of(info: wgpu::AdapterInfo, device: wgpu::Device, queue: wgpu::Queue) -> Gpu {
        let (limits, features) = (device.limits(), device.features() & WANTED);
        let failure = Failure::default();
        let sender = Sender::new(queue.clone(), failure.clone());
        let batch = Mutex::new(Batch::new(&device, &limits));
        let (pool, kernels) = (Mutex::default(), Kernels::default());
        let buffers = AtomicUsize::new(0);
        let shared = Shared { device, queue, limits, features, info, pool, batch, kernels, buffers, failure, sender };
        Gpu { shared: Arc::new(shared) }
    }

    /// The adapter's name.
    pub fn name(&self) -> &str {
        &self.shared.info.name
    }

    /// Whether it is a program on the processor that stands in for a GPU.
    pub fn is_software(&self) -> bool {
        self.shared.info.device_type == wgpu::DeviceType::Cpu
    }

    /// How many pipelines have been compiled so far: one for each call in the source, its element types, the number of
    /// axes that are left when they are merged, and which arrays are read as vectors; but none for each new shape.
    pub fn pipelines(&self) -> usize {
        self.shared.kernels.made.load(Ordering::Relaxed)
    }

    /// How many buffers have been made and how many batches sent so far: for tests.
    #[doc(hidden)]
    pub fn counts(&self) -> (usize, usize) {
        (self.shared.buffers.load(Ordering::Relaxed), lock(&self.shared.batch).sent)
    }

    /// Whether both are the same device.
    pub(crate) fn is(&self, other: &Gpu) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }

    /// Whether it was opened with these.
    pub(crate) fn has(&self, features: wgpu::Features) -> bool {
        self.shared.features.contains(features)
    }

    /// Whether its kernels can compute with a type.
    pub(crate) fn supports(&self, element: Type) -> Result<(), GpuError> {
        let mut numbers = Vec::new();
        element.scalars(&mut numbers);
        match numbers.into_iter().filter_map(Type::feature).find(|(feature, _)| !self.has(*feature)) {
            Some((_, what)) => Err(GpuError::Unsupported { what, adapter: self.name().to_owned() }),
            None => Ok(()),
        }
    }

    /// A new buffer.
    pub(super) fn create(
        &self,
        size: u64,
        usage: wgpu::BufferUsages,
        mapped_at_creation: bool,
    ) -> Result<wgpu::Buffer, GpuError> {
        use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
        let device = &self.shared.device;
        self.shared.buffers.fetch_add(usize::from(!mapped_at_creation), Ordering::Relaxed);
        // Sizes and usages are sound: whatever a driver calls it, memory is what is missing.
        let scopes = [OutOfMemory, Internal, Validation].map(|filter| device.push_error_scope(filter));
        let wanted = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation };
        let buffer = device.create_buffer(&wanted);
        let failed = scopes.into_iter().rev().filter_map(|scope| block_on(scope.pop())).count() > 0;
        self.check()?;
        if failed { Err(GpuError::OutOfMemory { bytes: size }) } else { Ok(buffer) }
    }

    /// Lets the device say what is done.
    pub(super) fn poll(&self, until: wgpu::PollType) {
        // What is not done in time is seen by who asks for it. But if the device is lost meanwhile, wgpu panics.
        let polled = catch_unwind(AssertUnwindSafe(|| self.shared.device.poll(until)));
        if polled.is_err() {
            let reason = "it was lost while it was waited for".to_owned();
            *lock(&self.shared.failure) = Some(GpuError::Lost { reason });
        }
    }

    /// What the driver has reported; a lost device stays lost.
    pub(crate) fn check(&self) -> Result<(), GpuError> {
        let mut failure = lock(&self.shared.failure);
        match &*failure {
            Some(GpuError::Lost { .. }) => failure.clone().map_or(Ok(()), Err),
            _ => failure.take().map_or(Ok(()), Err),
        }
    }
}

impl fmt::Debug for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gpu").field("name", &self.name()).finish_non_exhaustive()
    }
}
