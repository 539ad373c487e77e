//! Recording passes and copies, and sending them.

use super::batch::{Batch, Site};
use super::faults::{MERGE, MERGED};
use super::handle::Gpu;
use super::kernel::{Kernel, Text};
use super::lock::lock;
use super::log::{Done, log};
use super::room::Room;
use super::sender::Sent;
use crate::error::GpuError;

/// An array that a kernel binds, from a byte on.
pub(crate) struct Bound {
    pub(crate) buffer: wgpu::Buffer,
    pub(crate) offset: u64,
}

impl Gpu {
    /// Records a pass. The first parameter is set here.
    pub(crate) fn record(
        &self,
        kernel: &Kernel,
        arrays: &[Bound],
        parameters: &mut [u32],
        groups: [u32; 2],
        site: Site,
    ) -> Result<(), GpuError> {
        log(Done::Dispatched(groups[0] as usize * groups[1] as usize));
        self.keep_pace(0);
        let many = {
            let batch = &mut *lock(&self.shared.batch);
            batch.hold.check(&self.shared.device)?;
            self.record_in(batch, kernel, arrays, parameters, groups, site)?
        };
        if many { self.merge_faults(site) } else { Ok(()) }
    }

    /// The same in a batch. Says whether an array depends on too many words for errors now.
    fn record_in(
        &self,
        batch: &mut Batch,
        kernel: &Kernel,
        arrays: &[Bound],
        parameters: &mut [u32],
        groups: [u32; 2],
        site: Site,
    ) -> Result<bool, GpuError> {
        let shared = &*self.shared;
        let size = (parameters.len() * 4) as u64;
        let align = u64::from(shared.limits.min_uniform_buffer_offset_alignment);
        if batch.is_full() || !batch.has_room(size, align) {
            batch.send(&shared.device, &shared.sender);
        }
        if kernel.raises {
            parameters[0] = batch.code(site);
        }
        let at = batch.add_parameters(parameters, align, |bytes| self.host_memory(bytes))?;
        let own = kernel.raises.then(|| batch.fault(&shared.device));
        let bound = |written: bool| {
            let all = kernel.writes.iter().zip(arrays);
            all.filter(move |&(&writes, _)| !written || writes).map(|(_, array)| &array.buffer)
        };
        let many = batch.faults.pass(bound(false), bound(true), own);
        let parameters = wgpu::BufferBinding { buffer: &batch.buffer, offset: at, size: size.try_into().ok() };
        let raised = own.map(|word| batch.faults.binding(word));
        let group = self.bind(&kernel.layout, parameters, arrays, raised);
        batch.passes += 1;
        let mut pass = batch.encoder(&shared.device).begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&kernel.pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(groups[0], groups[1], 1);
        Ok(many)
    }

    /// What a kernel binds: its parameters, its arrays, and where it reports errors.
    fn bind(
        &self,
        layout: &wgpu::BindGroupLayout,
        parameters: wgpu::BufferBinding,
        arrays: &[Bound],
        raised: Option<wgpu::BufferBinding>,
    ) -> wgpu::BindGroup {
        let room = Room::of(Some(self)).bytes;
        let arrays = arrays.iter().map(|&Bound { ref buffer, offset }| {
            // Of a program's own buffer, whole words.
            let size = ((buffer.size() - offset).min(room) / 4 * 4).try_into().ok();
            wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset, size })
        });
        let first = std::iter::once(wgpu::BindingResource::Buffer(parameters));
        let last = raised.map(wgpu::BindingResource::Buffer);
        let resources = first.chain(arrays).chain(last);
        let entry = |(binding, resource)| wgpu::BindGroupEntry { binding: binding as u32, resource };
        let entries: Vec<_> = resources.enumerate().map(entry).collect();
        let wanted = wgpu::BindGroupDescriptor { label: None, layout, entries: &entries };
        self.shared.device.create_bind_group(&wanted)
    }

    /// Makes one of the words for errors on which an array depends, where they are too many.
    fn merge_faults(&self, site: Site) -> Result<(), GpuError> {
        let text = || Text { wgsl: MERGE.to_owned(), writes: vec![true], raises: false };
        let kernel = self.kernel(vec![usize::MAX], text, site.call.name)?;
        let batch = &mut *lock(&self.shared.batch);
        while let Some(words) = batch.faults.too_many() {
            let by = batch.fault(&self.shared.device);
            let place = |word: &u32| (batch.faults.place(*word) / 4) as u32;
            let some = words.len().min(MERGED);
            let mut parameters = vec![0; 4 + MERGED];
            (parameters[2], parameters[3]) = (some as u32, place(&by));
            parameters[4..].iter_mut().zip(&words).for_each(|(parameter, word)| *parameter = place(word));
            let arrays = [Bound { buffer: batch.faults.words.clone(), offset: 0 }];
            self.record_in(batch, &kernel, &arrays, &mut parameters, [1, 1], site)?;
            batch.faults.replace(&words, some, by);
        }
        Ok(())
    }

    /// All of an array is written anew by what is recorded next, which does not read it.
    pub(crate) fn forget_faults(&self, array: &wgpu::Buffer) {
        lock(&self.shared.batch).faults.forget(array);
    }

    /// Records a copy to a place in bytes, of whole words.
    pub(crate) fn copy(&self, from: &wgpu::Buffer, to: &wgpu::Buffer, at: u64, bytes: u64) {
        if bytes == 0 {
            return;
        }
        log(Done::Copied);
        let (shared, mut batch) = (&*self.shared, lock(&self.shared.batch));
        batch.faults.pass([from].into_iter(), [to].into_iter(), None);
        batch.encoder(&shared.device).copy_buffer_to_buffer(from, 0, to, at, bytes);
    }

    /// Sends what is recorded: before work of the program's own that reads arrays. Returns when the driver has all of
    /// it, for which some drivers let earlier work run.
    pub fn submit(&self) {
        let sent = {
            let mut batch = lock(&self.shared.batch);
            batch.send(&self.shared.device, &self.shared.sender);
            batch.under_way.last.clone()
        };
        sent.map(|sent| sent.wait().is_some());
    }

    /// Waits for all that is recorded.
    pub fn wait(&self) {
        self.submit();
        self.poll(wgpu::PollType::wait_indefinitely());
    }

    /// Waits for a batch. Says whether it was submitted.
    pub(super) fn wait_for(&self, sent: &Sent) -> bool {
        let index = sent.wait().clone();
        let polled =
            index.map(|index| self.poll(wgpu::PollType::Wait { submission_index: Some(index), timeout: None }));
        polled.is_some()
    }

    /// Waits for work that is under way where it takes all the memory of the host that it may, with so many bytes more.
    fn keep_pace(&self, more: u64) {
        let ahead = lock(&self.shared.batch).under_way.ahead(more);
        ahead.map(|sent| self.wait_for(&sent));
    }

    /// Memory of the host from which the device copies.
    fn host_memory(&self, bytes: u64) -> Result<wgpu::Buffer, GpuError> {
        self.create(bytes, wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC, true)
    }

    /// Records that bytes are written to a buffer. They are copied at once.
    pub(crate) fn write(&self, buffer: &wgpu::Buffer, bytes: &[u8]) -> Result<(), GpuError> {
        if bytes.is_empty() {
            return Ok(());
        }
        log(Done::Uploaded(bytes.len()));
        let (shared, len) = (&*self.shared, bytes.len() as u64);
        self.keep_pace(len);
        let batch = &mut *lock(&shared.batch);
        batch.hold.check(&shared.device)?;
        if batch.is_full() {
            batch.send(&shared.device, &shared.sender);
        }
        let mut staged = batch.staging.room(len, |bytes| self.host_memory(bytes))?;
        staged.write(0, bytes);
        staged.copy(batch.encoder(&shared.device), buffer, len);
        Ok(())
    }
}
