//! The device: found, opened, and what all calls on it share.

use super::batch::Batch;
use super::kernel::Kernels;
use super::lock::lock;
use super::pool::Pool;
use super::types::Type;
use crate::error::GpuError;
use pollster::block_on;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A GPU, ready to run kernels: what `#[gpu(&gpu)]` names, and where [`GpuArray`](crate::GpuArray)s live.
///
/// Copies of it are the same device. It is opened with all limits that the adapter has, and with 16-bit and 64-bit
/// floats and 64-bit integers where it has them. Calls are recorded and sent in batches; only a download waits for
/// them.
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
const WANTED: wgpu::Features =
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
    /// Buffers made.
    pub(crate) buffers: AtomicUsize,
    /// What the driver reported outside any call.
    failure: Arc<Mutex<Option<GpuError>>>,
}

/// Which of several GPUs to prefer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PowerPreference {
    /// The fastest one.
    High,
    /// The one that needs the least energy, usually built into the processor.
    Low,
}

impl Gpu {
    /// Opens the fastest GPU. A renderer in software comes last.
    ///
    /// # Errors
    ///
    /// [`GpuError::NoAdapter`] if there is none, [`GpuError::NoDevice`] if it cannot be opened.
    pub fn new() -> Result<Gpu, GpuError> {
        Gpu::preferring(PowerPreference::High)
    }

    /// Opens the GPU that fits the preference best.
    ///
    /// # Errors
    ///
    /// As [`Gpu::new`].
    pub fn preferring(power: PowerPreference) -> Result<Gpu, GpuError> {
        Gpu::open(best(adapters(), power)?, |_, _| {})
    }

    /// As [`Gpu::new`], with lower limits: for tests.
    #[doc(hidden)]
    pub fn lowered(lower: impl FnOnce(&mut wgpu::Limits)) -> Result<Gpu, GpuError> {
        Gpu::open(best(adapters(), PowerPreference::High)?, |limits, _| lower(limits))
    }

    /// As [`Gpu::new`], with what every adapter has: for tests.
    #[doc(hidden)]
    pub fn bare() -> Result<Gpu, GpuError> {
        Gpu::open(best(adapters(), PowerPreference::High)?, |_, features| *features = wgpu::Features::empty())
    }

    /// Opens the first GPU whose name contains `name`, upper and lower case being the same.
    ///
    /// # Errors
    ///
    /// [`GpuError::NoAdapter`], which lists those that are there; [`GpuError::NoDevice`] if it cannot be opened.
    pub fn named(name: &str) -> Result<Gpu, GpuError> {
        let adapters = adapters();
        let found = adapters.iter().map(|adapter| adapter.get_info().name).collect();
        let fits = |adapter: &wgpu::Adapter| adapter.get_info().name.to_lowercase().contains(&name.to_lowercase());
        let missing = || GpuError::NoAdapter { wanted: Some(name.to_owned()), found };
        Gpu::open(adapters.into_iter().find(fits).ok_or_else(missing)?, |_, _| {})
    }

    /// The names of all GPUs, for [`Gpu::named`].
    ///
    /// ```
    /// println!("{:?}", bcast_runtime::Gpu::names());
    /// ```
    pub fn names() -> Vec<String> {
        adapters().iter().map(|adapter| adapter.get_info().name).collect()
    }

    /// Loses the device: for tests.
    #[doc(hidden)]
    pub fn lose(&self) {
        self.shared.device.destroy();
        self.poll(wgpu::PollType::wait_indefinitely());
    }

    fn open(
        adapter: wgpu::Adapter,
        lower: impl FnOnce(&mut wgpu::Limits, &mut wgpu::Features),
    ) -> Result<Gpu, GpuError> {
        let (info, mut limits) = (adapter.get_info(), adapter.limits());
        let mut features = adapter.features() & WANTED;
        lower(&mut limits, &mut features);
        let request = wgpu::DeviceDescriptor {
            label: Some("bcast"),
            required_features: features,
            required_limits: limits,
            ..Default::default()
        };
        let opened = block_on(adapter.request_device(&request));
        let (device, queue) =
            opened.map_err(|error| GpuError::NoDevice { adapter: info.name.clone(), reason: error.to_string() })?;
        let gpu = Gpu::of(info, device, queue);
        let (lost, uncaught) = (gpu.shared.failure.clone(), gpu.shared.failure.clone());
        let device = &gpu.shared.device;
        // Whatever went wrong before, this is why.
        device.set_device_lost_callback(move |_, reason| *lock(&lost) = Some(GpuError::Lost { reason }));
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            lock(&uncaught).get_or_insert(GpuError::of(&error));
        }));
        Ok(gpu)
    }

    /// That of an opened device.
    pub(super) fn of(info: wgpu::AdapterInfo, device: wgpu::Device, queue: wgpu::Queue) -> Gpu {
        let (limits, features) = (device.limits(), device.features() & WANTED);
        let failure = Arc::new(Mutex::new(None));
        let batch = Mutex::new(Batch::new(&device, &limits));
        let (pool, kernels) = (Mutex::default(), Kernels::default());
        let buffers = AtomicUsize::new(0);
        let shared = Shared { device, queue, limits, features, info, pool, batch, kernels, buffers, failure };
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
    pub(super) fn create(&self, size: u64, usage: wgpu::BufferUsages) -> Result<wgpu::Buffer, GpuError> {
        use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
        let device = &self.shared.device;
        self.shared.buffers.fetch_add(1, Ordering::Relaxed);
        // Sizes and usages are sound: whatever a driver calls it, memory is what is missing.
        let scopes = [OutOfMemory, Internal, Validation].map(|filter| device.push_error_scope(filter));
        let wanted = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
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

fn adapters() -> Vec<wgpu::Adapter> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    block_on(instance.enumerate_adapters(wgpu::Backends::all()))
}

/// The adapter that fits the preference best.
fn best(adapters: Vec<wgpu::Adapter>, power: PowerPreference) -> Result<wgpu::Adapter, GpuError> {
    let first = adapters.into_iter().min_by_key(|adapter| rank(adapter.get_info().device_type, power));
    first.ok_or(GpuError::NoAdapter { wanted: None, found: Vec::new() })
}

/// What comes first has the smallest number.
fn rank(kind: wgpu::DeviceType, power: PowerPreference) -> u8 {
    use wgpu::DeviceType::{Cpu, DiscreteGpu, IntegratedGpu, Other, VirtualGpu};
    match (kind, power) {
        (DiscreteGpu, PowerPreference::High) | (IntegratedGpu, PowerPreference::Low) => 0,
        (IntegratedGpu, PowerPreference::High) | (DiscreteGpu, PowerPreference::Low) => 1,
        (VirtualGpu, _) => 2,
        (Other, _) => 3,
        (Cpu, _) => 4,
    }
}
