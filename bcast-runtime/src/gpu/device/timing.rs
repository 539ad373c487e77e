//! What benches ask a device: its own time, and copies to compare with. No call needs it.

use super::array::GpuArray;
use super::element::GpuElement;
use super::handle::{Gpu, TIMESTAMPS};
use super::lock::lock;
use ndarray::Dimension;

impl Gpu {
    /// The seconds between the beginning and the end of all that `work` records, as the device counts them; nothing
    /// where it does not. Waits for it.
    #[doc(hidden)]
    pub fn device_seconds(&self, work: impl FnOnce()) -> Option<f64> {
        if !self.has(TIMESTAMPS) {
            return None;
        }
        self.wait();
        let shared = &*self.shared;
        let set = shared.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: None,
            ty: wgpu::QueryType::Timestamp,
            count: 2,
        });
        let stamp = |number| lock(&shared.batch).encoder(&shared.device).write_timestamp(&set, number);
        stamp(0);
        work();
        stamp(1);
        let ticks = shared.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 16,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        lock(&shared.batch).encoder(&shared.device).resolve_query_set(&set, 0..2, &ticks, 0);
        let bytes = self.download(&ticks, 0, 16).ok()?.wait().ok()?;
        let tick = |at: usize| Some(u64::from_ne_bytes(*bytes.get(at..)?.first_chunk()?));
        let passed = tick(8)?.checked_sub(tick(0)?)?;
        Some(passed as f64 * f64::from(shared.queue.get_timestamp_period()) * 1e-9)
    }

    /// Records the driver's copy of the memory of one array to that of another of the same size.
    #[doc(hidden)]
    pub fn record_copy<T: GpuElement, D: Dimension>(&self, from: &GpuArray<T, D>, to: &mut GpuArray<T, D>) {
        let bytes = (from.len().min(to.len()) * T::TYPE.bytes()).next_multiple_of(4) as u64;
        let mut batch = lock(&self.shared.batch);
        let encoder = batch.encoder(&self.shared.device);
        encoder.copy_buffer_to_buffer(from.memory().buffer(), 0, to.memory().buffer(), 0, bytes);
    }
}
