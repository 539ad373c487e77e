//! Pipelines, made once for each call in the source, its element types and the number of merged axes.

use super::handle::Gpu;
use super::kernel::{Kernel, Text};
use super::lock::lock;
use crate::error::GpuError;
use pollster::block_on;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Gpu {
    /// The kernel that a key tells from all others, from its text where it is new.
    pub(crate) fn kernel(
        &self,
        key: Vec<usize>,
        text: impl FnOnce() -> Text,
        call: &'static str,
    ) -> Result<Arc<Kernel>, GpuError> {
        let kernels = &self.shared.kernels;
        let mut known = lock(&kernels.known);
        if let Some(kernel) = known.get(&key) {
            return Ok(kernel.clone());
        }
        let text = text();
        self.has_room_for(&text, call)?;
        kernels.made.fetch_add(1, Ordering::Relaxed);
        // What a driver does not take is this call's mistake, not that of whoever downloads next.
        let scopes = [wgpu::ErrorFilter::Internal, wgpu::ErrorFilter::Validation]
            .map(|filter| self.shared.device.push_error_scope(filter));
        let kernel = self.compile(&text);
        let failed = scopes.into_iter().rev().filter_map(|scope| block_on(scope.pop())).last();
        self.check()?;
        match failed {
            Some(error) => Err(GpuError::of(&error)),
            None => Ok(known.entry(key).or_insert(Arc::new(kernel)).clone()),
        }
    }

    /// Whether it has the kernel of a key.
    pub(crate) fn has_kernel(&self, key: &[usize]) -> bool {
        lock(&self.shared.kernels.known).contains_key(key)
    }

    /// Whether a kernel can bind as many arrays.
    pub(crate) fn has_room_for(&self, text: &Text, call: &'static str) -> Result<(), GpuError> {
        let (arrays, most) = (text.writes.len(), self.shared.limits.max_storage_buffers_per_shader_stage as usize);
        if arrays > most { Err(GpuError::TooManyArrays { call, arrays, most }) } else { Ok(()) }
    }

    fn compile(&self, text: &Text) -> Kernel {
        let device = &self.shared.device;
        let source = wgpu::ShaderSource::Wgsl(text.wgsl.as_str().into());
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
        let entry = |(binding, ty): (usize, wgpu::BufferBindingType)| wgpu::BindGroupLayoutEntry {
            binding: binding as u32,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        };
        let arrays = text.writes.iter().map(|&writes| wgpu::BufferBindingType::Storage { read_only: !writes });
        let types = std::iter::once(wgpu::BufferBindingType::Uniform).chain(arrays);
        let entries: Vec<_> = types.enumerate().map(entry).collect();
        let layout =
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some("main"),
            // Kernels write all that they share before they read it.
            compilation_options: wgpu::PipelineCompilationOptions {
                zero_initialize_workgroup_memory: false,
                ..Default::default()
            },
            cache: None,
        });
        Kernel { pipeline, layout, writes: text.writes.clone(), raises: text.raises }
    }
}
