//! From a call to a pass on the device.

use super::machine::Machine;
use super::operand::{At, Erased, Origin, Table};
use super::pass::{Pass, on_device};
use super::tree::Made;
use crate::engine::notes::{Kernel, KernelWork};
use crate::error::BroadcastError;
use crate::error::GpuError;
use crate::gpu::device::batch::Site;
use crate::gpu::device::handle::Gpu;
use crate::gpu::device::kernel::Text;
use crate::gpu::device::layout::row_major;
use crate::gpu::device::memory::GpuMemory;
use crate::gpu::device::room::Room;
use crate::gpu::device::submit::Bound;
use crate::gpu::device::types::Type;
use crate::gpu::text::lines::scalars;
use crate::loop_plan::LoopPlan;
use crate::operand::OperandAxes;
use crate::shape::Shape;
use std::rc::Rc;

/// Workgroups along one axis of a grid; few in builds with debug assertions, so that tests need two axes.
const SIDE: u64 = if cfg!(debug_assertions) { 500 } else { 65_535 };

/// A pass whose shapes fit, with all its memory.
pub(crate) struct Ready<'p, 'a> {
    pub(crate) pass: &'p Pass<'a>,
    pub(crate) shape: Shape,
    pub(super) copies: Vec<Option<Rc<GpuMemory>>>,
    pub(crate) made: Vec<Option<GpuMemory>>,
}

impl<'a> Pass<'a> {
    /// Checks shapes and device.
    pub(super) fn prepare<'p>(&'p self, machine: &Machine) -> Result<Ready<'p, 'a>, Box<BroadcastError>> {
        let mut shape = Shape::empty();
        let largest = self.fresh.iter().map(|element| element.bytes()).max();
        shape.join(self.site.call, &self.operands, self.rank, largest)?;
        self.check_functions().map_err(|error| Box::new(BroadcastError::Gpu(error)))?;
        if let Some(gpu) = machine.gpu {
            let is_there = machine.running().map_or(Ok(()), Gpu::check);
            is_there.and_then(|()| self.check(gpu)).map_err(|error| Box::new(BroadcastError::Gpu(error)))?;
        }
        Ok(Ready { pass: self, shape, copies: Vec::new(), made: Vec::new() })
    }

    /// Whether kernels can have its operands.
    fn check_functions(&self) -> Result<(), GpuError> {
        let call = self.site.call;
        match self.operands.iter().position(|operand| matches!(operand.origin, Origin::Function)) {
            Some(at) => Err(GpuError::Function { call: call.name, operand: call.operand(&self.operands, at) }),
            None => Ok(()),
        }
    }

    /// Whether its operands live on this device, which knows their types.
    fn check(&self, gpu: &Gpu) -> Result<(), GpuError> {
        let used = self.operands.iter().map(|operand| &operand.element).chain(&self.types).chain(&self.fresh);
        let called = self.functions.iter().flat_map(|&function| scalars(function));
        for element in used.copied().chain(called) {
            gpu.supports(element)?;
        }
        let elsewhere = |operand: &Erased| match operand.origin {
            Origin::Device(place) | Origin::Table(Table { at: At::Device(place), .. }) => !place.memory.gpu.is(gpu),
            _ => false,
        };
        match self.operands.iter().position(elsewhere) {
            Some(at) => {
                let call = self.site.call;
                Err(GpuError::OtherGpu { call: call.name, operand: call.operand(&self.operands, at) })
            }
            None => Ok(()),
        }
    }
}

impl Ready<'_, '_> {
    /// Takes memory for results and for copies of what is on the host.
    pub(super) fn take_memory(&mut self, machine: &Machine) -> Result<(), Box<BroadcastError>> {
        let taken = machine.gpu.map_or(Ok(()), |gpu| self.take_memory_on(machine, gpu));
        taken.map_err(|error| Box::new(BroadcastError::Gpu(error)))
    }

    /// Copies what is on the host.
    pub(super) fn take_copies(&mut self, machine: &Machine) -> Result<(), Box<BroadcastError>> {
        let taken = machine.gpu.map_or(Ok(()), |gpu| self.take_copies_on(machine, gpu));
        taken.map_err(|error| Box::new(BroadcastError::Gpu(error)))
    }

    fn take_copies_on(&mut self, machine: &Machine, gpu: &Gpu) -> Result<(), GpuError> {
        for (at, operand) in self.pass.operands.iter().enumerate() {
            let copy = match operand.origin {
                Origin::Host(host) | Origin::Table(Table { at: At::Host(host), .. }) => {
                    Some(machine.copied(gpu, &host, operand.element).map_err(|error| self.named(error, at))?)
                }
                _ => None,
            };
            self.copies.push(copy);
        }
        Ok(())
    }

    /// The error of an operand that is too large.
    fn named(&self, error: GpuError, at: usize) -> GpuError {
        let (pass, operand) = (self.pass, &self.pass.operands[at]);
        let axes = match operand.origin {
            Origin::Table(table) => table.axes,
            _ => operand.axes,
        };
        error.of_array(&format!("`{}`", pass.site.call.operand(&pass.operands, at)), axes.sizes())
    }

    fn take_memory_on(&mut self, machine: &Machine, gpu: &Gpu) -> Result<(), GpuError> {
        let len = self.shape.len() as u64;
        self.take_copies_on(machine, gpu)?;
        for element in &self.pass.fresh {
            let made = machine.allocate(gpu, len * element.bytes() as u64);
            self.made.push(Some(made.map_err(|error| error.of_array("the result", self.shape.sizes()))?));
        }
        Ok(())
    }

    /// Records the pass, which has its memory; what it makes, in order.
    pub(crate) fn record(mut self, machine: &Machine) -> Result<Vec<Made>, Box<BroadcastError>> {
        if self.shape.len() > 0 || machine.gpu.is_none() {
            self.dispatch(machine).map_err(|error| Box::new(BroadcastError::Gpu(error)))?;
        }
        Ok(self.made())
    }

    /// What it makes, in order.
    pub(crate) fn made(&mut self) -> Vec<Made> {
        let sizes = self.shape.sizes().to_vec();
        let strides: Vec<isize> = (0..sizes.len()).map(|axis| self.shape.fresh_stride(axis)).collect();
        let made = std::mem::take(&mut self.made);
        let made = made.into_iter().chain(std::iter::repeat_with(|| None));
        made.take(self.pass.fresh.len())
            .map(|memory| Made { memory, sizes: sizes.clone(), strides: strides.clone() })
            .collect()
    }

    pub(super) fn dispatch(&self, machine: &Machine) -> Result<(), GpuError> {
        let pass = self.pass;
        let dense = self.dense();
        let axes: Vec<OperandAxes> =
            pass.operands.iter().zip(&dense).map(|(operand, dense)| on_device(operand, dense)).collect();
        let mut plan = LoopPlan::empty();
        // Strides count elements.
        plan.build(&self.shape, &axes, pass.targets, pass.fresh.iter().map(|_| 1));
        let targets: Vec<Type> = pass.operands[..pass.targets].iter().map(|target| target.element).collect();
        let mut spec = pass.spec(&targets, plan.sizes().len());
        let buffers = self.buffers(machine);
        machine.amend(|note| note.loops = plan.sizes().to_vec());
        self.forget_faults(machine, &[self]);
        let room = Room::of(machine.gpu);
        for mut nest in pass.nest(&plan).parts(room) {
            let windows = nest.windows(room);
            let arrays = buffers.iter().cloned().zip(windows);
            let mut arrays: Vec<Bound> = arrays.map(|(buffer, offset)| Bound { buffer, offset }).collect();
            arrays.extend(self.tables(machine)?);
            spec.widen(&nest);
            spec.square(&nest);
            let (mut words, groups) = spec.mapping_words(&nest);
            spec.operand_words(&mut words, &nest, pass, &spec.mapping());
            let does = if spec.across.is_some() { KernelWork::PerSquare } else { KernelWork::PerElement };
            let work = Work { key: spec.key(), groups, site: pass.site, does, accumulators: 0 };
            dispatched(machine, work, || spec.text(), &arrays, &mut words)?;
        }
        Ok(())
    }

    /// Targets whose elements are all written, and read by none of these passes, have the errors of this one only.
    pub(super) fn forget_faults(&self, machine: &Machine, passes: &[&Ready]) {
        let Some(gpu) = machine.running() else { return };
        let targets = self.pass.operands[..self.pass.targets].iter().enumerate();
        for (at, target) in targets {
            let Origin::Device(place) = target.origin else { continue };
            let is_whole = self.shape.len() as u64 * target.element.bytes() as u64 == place.memory.bytes;
            let is_read = |ready: &&Ready| {
                let read = ready.pass.targets..ready.pass.operands.len();
                let mut read = read.filter_map(|at| ready.buffer(at));
                read.any(|buffer| buffer == *place.memory.buffer())
            };
            if is_whole && !self.pass.formula.reads_old(at) && !passes.iter().any(is_read) {
                gpu.forget_faults(place.memory.buffer());
            }
        }
    }

    /// Strides of dense arrays of the operands' sizes.
    pub(crate) fn dense(&self) -> Vec<Vec<isize>> {
        self.pass.operands.iter().map(|operand| row_major(operand.axes.sizes())).collect()
    }

    /// The buffers of operands, of targets, and of results. Nothing is bound where nothing runs.
    fn buffers(&self, machine: &Machine) -> Vec<wgpu::Buffer> {
        let mut buffers = self.operands(machine);
        if machine.running().is_some() {
            buffers.extend(self.made.iter().flatten().map(|memory| memory.buffer().clone()));
        }
        buffers
    }

    /// The buffers of operands, then of targets.
    pub(crate) fn operands(&self, machine: &Machine) -> Vec<wgpu::Buffer> {
        if machine.running().is_none() {
            return Vec::new();
        }
        let pass = self.pass;
        let is_walked = |at: &usize| !matches!(pass.operands[*at].origin, Origin::Table(_));
        let all = (pass.targets..pass.operands.len()).filter(is_walked).chain(0..pass.targets);
        all.filter_map(|at| self.buffer(at)).collect()
    }

    /// The arrays that it looks up in, which are bound as a whole, behind all others.
    pub(super) fn tables(&self, machine: &Machine) -> Result<Vec<Bound>, GpuError> {
        let (pass, room) = (self.pass, Room::of(machine.gpu));
        let mut tables = Vec::new();
        for at in pass.targets..pass.operands.len() {
            let Origin::Table(table) = pass.operands[at].origin else { continue };
            let copy = self.copies.get(at).and_then(Option::as_deref);
            let memory = if let At::Device(place) = table.at { Some(place.memory) } else { copy };
            let Some(memory) = memory else { continue };
            let (size, most) = (memory.size(), room.bytes);
            if size > most {
                return Err(self.named(GpuError::TooLarge { array: String::new(), size, most }, at));
            }
            if machine.running().is_some() {
                tables.push(Bound { buffer: memory.buffer().clone(), offset: 0 });
            }
        }
        Ok(tables)
    }

    /// The buffer of an operand, or behind these of a result, if it has one.
    pub(crate) fn buffer(&self, at: usize) -> Option<wgpu::Buffer> {
        if let Some(result) = at.checked_sub(self.pass.operands.len()) {
            return self.made.get(result)?.as_ref().map(|memory| memory.buffer().clone());
        }
        match (self.pass.operands[at].origin, self.copies.get(at)) {
            (_, Some(Some(copy))) => Some(copy.buffer().clone()),
            (Origin::Device(place) | Origin::Table(Table { at: At::Device(place), .. }), _) => {
                Some(place.memory.buffer().clone())
            }
            (Origin::Stage(later), _) => later.buffer(),
            _ => None,
        }
    }
}

/// A kernel of a call.
pub(super) struct Work {
    /// What tells its text from all others.
    pub(super) key: Vec<usize>,
    /// Workgroups.
    pub(super) groups: u64,
    pub(super) site: Site,
    pub(super) does: KernelWork,
    /// Bytes of accumulators that it leaves.
    pub(super) accumulators: u64,
}

/// Records a kernel, notes it, or writes down its text.
pub(super) fn dispatched(
    machine: &Machine,
    work: Work,
    text: impl FnOnce() -> Text,
    arrays: &[Bound],
    words: &mut [u32],
) -> Result<(), GpuError> {
    let Work { key, groups, site, does, accumulators } = work;
    // Even lines: a workgroup without work takes time, too.
    let lines = groups.div_ceil(SIDE).max(1);
    let side = groups.div_ceil(lines).max(1);
    match (machine.gpu, &machine.notes) {
        (None, _) => {
            machine.text.borrow_mut().push_str(&text().wgsl);
            Ok(())
        }
        (Some(gpu), None) => {
            let kernel = gpu.kernel(key, text, site.call.name)?;
            words[1] = side as u32;
            gpu.record(&kernel, arrays, words, [side as u32, lines as u32], site)
        }
        (Some(gpu), Some(notes)) => {
            let is_compiled = gpu.has_kernel(&key) || notes.compiles(key);
            if !is_compiled {
                gpu.has_room_for(&text(), site.call.name)?;
            }
            let (workgroups, accumulators) = ((side * lines) as usize, accumulators as usize);
            notes.kernel(Kernel { work: does, workgroups, accumulators, is_compiled });
            Ok(())
        }
    }
}
