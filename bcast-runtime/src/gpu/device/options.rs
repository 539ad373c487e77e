//! How a device is found and opened.

use super::handle::{Gpu, WANTED};
use super::lock::lock;
use crate::error::GpuError;
use pollster::block_on;
use std::fmt;
use std::sync::Arc;

/// Which device to open, and with what: see [`Gpu::options`].
#[must_use]
pub struct GpuOptions {
    name: Option<String>,
    power: PowerPreference,
    limits: Box<dyn FnOnce(&mut wgpu::Limits)>,
    features: wgpu::Features,
    /// What is used where an adapter has it.
    wanted: wgpu::Features,
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
        Gpu::options().open()
    }

    /// Opens the fastest GPU whose name contains `name`, upper and lower case being the same.
    ///
    /// # Errors
    ///
    /// [`GpuError::NoAdapter`], which lists those that are there; [`GpuError::NoDevice`] if it cannot be opened.
    pub fn named(name: &str) -> Result<Gpu, GpuError> {
        Gpu::options().named(name).open()
    }

    /// The names of all GPUs, for [`Gpu::named`].
    ///
    /// ```
    /// println!("{:?}", bcast_runtime::Gpu::names());
    /// ```
    pub fn names() -> Vec<String> {
        adapters().iter().map(|adapter| adapter.get_info().name).collect()
    }

    /// Says which GPU to open, and with which features and limits of wgpu, for kernels of the program's own beside
    /// calls.
    ///
    /// ```
    /// use bcast_runtime::{Gpu, PowerPreference, wgpu};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::options()
    ///     .power(PowerPreference::Low)
    ///     .features(wgpu::Features::SHADER_F64)
    ///     .limits(|limits| limits.max_bind_groups = 4)
    ///     .open();
    /// match gpu {
    ///     Ok(gpu) => assert!(gpu.device().features().contains(wgpu::Features::SHADER_F64)),
    ///     Err(error) => println!("{error}"), // Intel(R) Arc(TM) gives no device: it has no `SHADER_F64`
    /// }
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    pub fn options() -> GpuOptions {
        GpuOptions {
            name: None,
            power: PowerPreference::High,
            limits: Box::new(|_| ()),
            features: wgpu::Features::empty(),
            wanted: WANTED,
        }
    }
}

impl GpuOptions {
    /// One whose name contains this, upper and lower case being the same; [`Gpu::names`] lists them.
    pub fn named(self, name: impl Into<String>) -> Self {
        GpuOptions { name: Some(name.into()), ..self }
    }

    /// Which of several is the best; if nothing is said, the fastest. A renderer in software comes last.
    pub fn power(self, power: PowerPreference) -> Self {
        GpuOptions { power, ..self }
    }

    /// Other limits than all that the adapter has, which this is given: lower ones, or, as an error where they are too
    /// high, ones that the program needs.
    pub fn limits(self, change: impl FnOnce(&mut wgpu::Limits) + 'static) -> Self {
        GpuOptions { limits: Box::new(change), ..self }
    }

    /// Features that the program needs, beside those that calls use where they are there: floats of 16 and 64 bits,
    /// integers of 64 bits, and the time of calls.
    pub fn features(self, features: wgpu::Features) -> Self {
        GpuOptions { features, ..self }
    }

    /// Without features that nobody has asked for: for tests.
    #[doc(hidden)]
    pub fn bare(self) -> Self {
        GpuOptions { wanted: wgpu::Features::empty(), ..self }
    }

    /// Opens the best one that has all features.
    ///
    /// # Errors
    ///
    /// [`GpuError::NoAdapter`], which lists those that are there, if none has the name; [`GpuError::NoDevice`] if none
    /// has what is asked for, or it cannot be opened.
    pub fn open(self) -> Result<Gpu, GpuError> {
        let mut adapters = adapters();
        let found = adapters.iter().map(|adapter| adapter.get_info().name).collect();
        adapters.retain(|adapter| self.name.as_ref().is_none_or(|name| is_named(&adapter.get_info().name, name)));
        adapters.sort_by_key(|adapter| rank(adapter.get_info().device_type, self.power));
        let fits = |adapter: &wgpu::Adapter| adapter.features().contains(self.features);
        // If none fits, the best one says what it lacks.
        let best = adapters.iter().find(|adapter| fits(adapter)).or(adapters.first());
        let adapter = best.ok_or(GpuError::NoAdapter { wanted: self.name.clone(), found })?;
        self.open_adapter(adapter)
    }

    fn open_adapter(self, adapter: &wgpu::Adapter) -> Result<Gpu, GpuError> {
        let (info, mut limits) = (adapter.get_info(), adapter.limits());
        (self.limits)(&mut limits);
        let failed = |reason| GpuError::NoDevice { adapter: info.name.clone(), reason };
        if let Some(reason) = lacks(adapter, self.features, &limits) {
            return Err(failed(reason));
        }
        let request = wgpu::DeviceDescriptor {
            label: Some("bcast"),
            required_features: adapter.features() & self.wanted | self.features,
            required_limits: limits,
            ..Default::default()
        };
        let opened = block_on(adapter.request_device(&request));
        let (device, queue) = opened.map_err(|error| failed(error.to_string()))?;
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
}

impl fmt::Debug for GpuOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GpuOptions { name, power, features, .. } = self;
        let mut written = f.debug_struct("GpuOptions");
        written.field("name", name).field("power", power).field("features", features).finish_non_exhaustive()
    }
}

fn adapters() -> Vec<wgpu::Adapter> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    block_on(instance.enumerate_adapters(wgpu::Backends::all()))
}

fn is_named(name: &str, part: &str) -> bool {
    name.to_lowercase().contains(&part.to_lowercase())
}

/// What is asked for and not there, in words.
fn lacks(adapter: &wgpu::Adapter, features: wgpu::Features, limits: &wgpu::Limits) -> Option<String> {
    let features = features - adapter.features();
    let mut lacking: Vec<String> = features.iter_names().map(|(name, _)| format!("it has no `{name}`")).collect();
    limits.check_limits_with_fail_fn(&adapter.limits(), false, |name, wanted, has| {
        lacking.push(format!("its `{name}` is {has}, not {wanted}"));
    });
    (!lacking.is_empty()).then(|| lacking.join(", "))
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
