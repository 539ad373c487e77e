//! Kernels: texts, what is compiled of them, and all that a device has.

use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex};

/// A kernel's text.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) wgsl: String,
    /// Which of the arrays are written.
    pub(crate) writes: Vec<bool>,
    pub(crate) raises: bool,
}

/// A compiled kernel.
pub(crate) struct Kernel {
    pub(crate) pipeline: wgpu::ComputePipeline,
    pub(super) layout: wgpu::BindGroupLayout,
    /// Which of the arrays are written.
    pub(super) writes: Vec<bool>,
    /// It may report an error in integer arithmetic.
    pub(crate) raises: bool,
}

/// All kernels of a device.
#[derive(Default)]
pub(super) struct Kernels {
    pub(super) known: Mutex<HashMap<Vec<usize>, Arc<Kernel>>>,
    pub(crate) made: AtomicUsize,
}

/// What is wrong with a text, as naga says it; for tests, which have no device.
pub fn validate(wgsl: &str) -> Result<(), String> {
    use wgpu::naga::valid::{Capabilities, ValidationFlags, Validator};
    let module = wgpu::naga::front::wgsl::parse_str(wgsl).map_err(|error| error.emit_to_string(wgsl))?;
    let types = Capabilities::SHADER_FLOAT16 | Capabilities::FLOAT64 | Capabilities::SHADER_INT64;
    let mut validator = Validator::new(ValidationFlags::all(), types);
    validator.validate(&module).map(|_| ()).map_err(|error| error.emit_to_string(wgsl))
}
