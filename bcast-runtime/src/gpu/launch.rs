//! From a call to a pass on the device.

use super::device::Gpu;
use super::element::Type;
use super::error::GpuError;
use super::formula::{Formula, Value};
use super::machine::Machine;
use super::nest::{Nest, Room};
use super::operand::{Erased, Made, Origin};
use super::pool::Memory;
use super::submit::{Bound, Site};
use super::text::{EACH, Kind, Parameters, Read, Spec, THREADS, Text};
use crate::error::BroadcastError;
use crate::loop_plan::LoopPlan;
use crate::operand::{Geometry, RawOperand};
use crate::shape::Shape;
use std::rc::Rc;

/// Elements of one pass: places and numbers of elements are `u32`s, also a little beyond the end.
pub(super) const MOST: u64 = (1 << 32) - (1 << 27);
/// Workgroups along one axis of a grid; few in builds with debug assertions, so that tests need two axes.
const SIDE: u64 = if cfg!(debug_assertions) { 500 } else { 65_535 };

/// A pass without its types.
pub struct Pass<'a> {
    pub(super) site: Site,
    pub(super) formula: &'static Formula,
    /// The joined rank, where the types say it.
    pub(super) rank: Option<usize>,
    /// Types of the steps.
    pub(super) types: Vec<Type>,
    /// Targets first.
    pub(super) operands: Vec<Erased<'a>>,
    pub(super) targets: usize,
    /// Element types of results.
    pub(super) fresh: Vec<Type>,
}

/// A pass whose shapes fit, with all its memory.
pub(super) struct Ready<'p, 'a> {
    pub(super) pass: &'p Pass<'a>,
    pub(super) shape: Shape,
    copies: Vec<Option<Rc<Memory>>>,
    pub(super) made: Vec<Option<Memory>>,
}

impl<'a> Pass<'a> {
    /// Checks shapes and device, and takes memory for results.
    pub(super) fn prepare<'p>(&'p self, machine: &Machine) -> Result<Ready<'p, 'a>, Box<BroadcastError>> {
        let raw: Vec<RawOperand> = self.operands.iter().map(|operand| operand.raw).collect();
        let mut shape = Shape::empty();
        let largest = self.fresh.iter().map(|element| element.bytes()).max();
        shape.join(self.site.call, &raw, self.rank, largest)?;
        let mut ready = Ready { pass: self, shape, copies: Vec::new(), made: Vec::new() };
        if let Some(gpu) = machine.gpu {
            ready.take_memory(machine, gpu).map_err(|error| Box::new(BroadcastError::Gpu(error)))?;
        }
        Ok(ready)
    }

    /// Whether its operands live on this device, which knows their types.
    fn check(&self, gpu: &Gpu) -> Result<(), GpuError> {
        let used = self.operands.iter().map(|operand| &operand.element).chain(&self.types).chain(&self.fresh);
        for &element in used {
            gpu.supports(element)?;
        }
        let elsewhere =
            |operand: &Erased| matches!(operand.origin, Origin::Device(Some(place)) if !place.memory.gpu.is(gpu));
        match self.operands.iter().position(elsewhere) {
            Some(at) => {
                let call = self.site.call;
                Err(GpuError::OtherGpu { call: call.name, operand: call.names().nth(at).unwrap_or("?") })
            }
            None => Ok(()),
        }
    }

    /// The type of a value.
    pub(super) fn type_of(&self, value: Value) -> Type {
        match value {
            Value::Leaf(leaf) => self.operands[self.targets + leaf].element,
            Value::Old(target) => self.operands[target].element,
            Value::Step(step) => self.types[step],
            // Rust's own default.
            Value::Integer(_) => Type::I32,
        }
    }

    pub(super) fn reads(&self) -> Vec<Read> {
        let kind = |operand: &Erased| match operand.origin {
            Origin::Device(_) | Origin::Host(_) => Kind::Array,
            Origin::Number(_) => Kind::Number,
            Origin::Range(_) => Kind::Range,
            Origin::Shape | Origin::Position | Origin::Failed => Kind::Shape,
        };
        let read = |operand: &Erased| Read { kind: kind(operand), element: operand.element };
        self.operands[self.targets..].iter().map(read).collect()
    }
}

impl Ready<'_, '_> {
    fn take_memory(&mut self, machine: &Machine, gpu: &Gpu) -> Result<(), GpuError> {
        gpu.check()?;
        self.pass.check(gpu)?;
        let len = self.shape.len() as u64;
        for operand in &self.pass.operands {
            self.copies.push(match operand.origin {
                Origin::Host(gather) => Some(machine.copied(gpu, operand, gather)?),
                _ => None,
            });
        }
        for element in &self.pass.fresh {
            self.made.push(Some(gpu.allocate(len * element.bytes() as u64)?));
        }
        Ok(())
    }

    /// Records the pass; what it makes, in order.
    pub(super) fn record(mut self, machine: &Machine) -> Result<Vec<Made>, Box<BroadcastError>> {
        let sizes = self.shape.sizes().to_vec();
        let strides: Vec<isize> = (0..sizes.len()).map(|axis| self.shape.fresh_stride(axis)).collect();
        if self.shape.len() > 0 || machine.gpu.is_none() {
            self.dispatch(machine).map_err(|error| Box::new(BroadcastError::Gpu(error)))?;
        }
        let made = std::mem::take(&mut self.made);
        let made = made.into_iter().chain(std::iter::repeat_with(|| None));
        Ok(made
            .take(self.pass.fresh.len())
            .map(|memory| Made { memory, sizes: sizes.clone(), strides: strides.clone() })
            .collect())
    }

    fn dispatch(&self, machine: &Machine) -> Result<(), GpuError> {
        let pass = self.pass;
        let dense = self.dense();
        let raw: Vec<RawOperand> =
            pass.operands.iter().zip(&dense).map(|(operand, dense)| on_device(operand, dense)).collect();
        let mut plan = LoopPlan::empty();
        // Strides count elements.
        let nowhere = crate::engine::Made { ptr: std::ptr::dangling_mut(), size: 1, align: 1 };
        let fresh = vec![nowhere; pass.fresh.len()];
        plan.build(&self.shape, &raw, pass.targets, &fresh);
        let reads = pass.reads();
        let targets: Vec<Type> = pass.operands[..pass.targets].iter().map(|target| target.element).collect();
        let spec = Spec {
            formula: pass.formula,
            types: &pass.types,
            reads: &reads,
            targets: &targets,
            fresh: &pass.fresh,
            axes: plan.sizes().len(),
        };
        let mut buffers = self.operands();
        buffers.extend(self.made.iter().flatten().map(Memory::buffer));
        let room = Room::of(machine.gpu);
        for mut nest in Nest::of(&plan, pass).parts(room) {
            let windows = nest.windows(room);
            let arrays = buffers.iter().zip(windows).map(|(&buffer, offset)| Bound { buffer, offset });
            let (mut words, groups) = parameters(&spec, &nest, pass);
            dispatched(
                machine,
                spec.key(),
                || spec.text(),
                &arrays.collect::<Vec<_>>(),
                &mut words,
                groups,
                pass.site,
            )?;
        }
        Ok(())
    }

    /// Strides of dense arrays of the operands' sizes.
    pub(super) fn dense(&self) -> Vec<Vec<isize>> {
        self.pass.operands.iter().map(|operand| super::array::row_major(operand.raw.sizes())).collect()
    }

    /// The buffers of operands, then of targets.
    pub(super) fn operands(&self) -> Vec<&wgpu::Buffer> {
        let pass = self.pass;
        let buffer = |at: usize| match (&pass.operands[at].origin, self.copies.get(at)) {
            (_, Some(Some(copy))) => Some(copy.buffer()),
            (Origin::Device(Some(place)), _) => Some(place.memory.buffer()),
            _ => None,
        };
        (pass.targets..pass.operands.len()).chain(0..pass.targets).filter_map(buffer).collect()
    }
}

/// Records a kernel, or writes down its text.
pub(super) fn dispatched(
    machine: &Machine,
    key: Vec<usize>,
    text: impl FnOnce() -> Text,
    arrays: &[Bound],
    words: &mut [u32],
    groups: u64,
    site: Site,
) -> Result<(), GpuError> {
    let Some(gpu) = machine.gpu else {
        machine.text.borrow_mut().push_str(&text().wgsl);
        return Ok(());
    };
    let most = gpu.shared.limits.max_storage_buffers_per_shader_stage as usize;
    let refused = |arrays| GpuError::TooManyArrays { call: site.call.name, arrays, most };
    let kernel = gpu.kernel(key, text).map_err(refused)?;
    let side = groups.clamp(1, SIDE);
    words[1] = side as u32;
    gpu.record(&kernel, arrays, words, [side as u32, groups.div_ceil(side) as u32], site);
    Ok(())
}

/// An operand as it lies on the device, strides in elements.
pub(super) fn on_device<'a>(operand: &Erased<'a>, dense: &'a [isize]) -> RawOperand<'a> {
    let geometry = match (operand.origin, operand.raw.geometry) {
        (Origin::Host(_), Geometry::Array(sizes, _)) => Geometry::Array(sizes, dense),
        (_, geometry) => geometry,
    };
    RawOperand { size: 1, fill: None, geometry, ..operand.raw }
}

/// The parameters of a pass, and its workgroups.
fn parameters(spec: &Spec, nest: &Nest, pass: &Pass) -> (Vec<u32>, u64) {
    let places = Parameters::of(spec);
    let mut words = vec![0_u32; places.words()];
    let last = nest.sizes.len() - 1;
    let (columns, len) = (nest.sizes[last] as u64, nest.len());
    let block = u64::from(THREADS * EACH);
    // Workgroups a row, unless most of their threads would have nothing to do.
    let a_row = columns.div_ceil(block);
    let by_rows = spec.axes > 1 && columns * 4 >= u64::from(THREADS) * 3;
    words[2] = if by_rows { a_row as u32 } else { 0 };
    words[3] = columns as u32;
    words[4] = len as u32;
    for (word, &size) in words[Parameters::SIZES..].iter_mut().zip(&nest.sizes[..last]) {
        *word = size as u32;
    }
    streams(&mut words, nest, pass, |number| places.number(number), |stream| places.stream(stream));
    (words, if by_rows { len / columns * a_row } else { len.div_ceil(block) })
}

/// The parameters of numbers and streams, whose places are given.
pub(super) fn streams(
    words: &mut [u32],
    nest: &Nest,
    pass: &Pass,
    number: impl Fn(usize) -> usize,
    stream: impl Fn(usize) -> usize,
) {
    let numbers = pass.operands.iter().filter_map(|operand| match operand.origin {
        Origin::Number(value) | Origin::Range(value) => Some(value),
        _ => None,
    });
    for (index, value) in numbers.enumerate() {
        let place = number(index);
        words[place..place + 2].copy_from_slice(&value);
    }
    for (index, walk) in nest.streams.iter().enumerate() {
        let place = stream(index);
        let steps = std::iter::once(&walk.start).chain(&walk.strides);
        words[place..].iter_mut().zip(steps).for_each(|(word, &step)| *word = step as u32);
    }
}
