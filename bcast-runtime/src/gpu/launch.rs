//! From a call to a pass on the device.

use super::array::{GpuArray, GpuView};
use super::device::Gpu;
use super::element::{GpuElement, Type};
use super::error::GpuError;
use super::formula::{Formula, Found, Types, Value};
use super::machine::{GpuDevice, Machine};
use super::operand::{Erased, Fresh, Goals, GpuOperand, Made, Origin, Reads};
use super::pool::Memory;
use super::submit::Site;
use super::text::{Kind, Read, Spec, Text};
use super::vectors::tile;
use crate::call::Call;
use crate::engine::streams::New;
use crate::error::BroadcastError;
use crate::loop_plan::LoopPlan;
use crate::operand::{Geometry, RawOperand};
use crate::rank::{Rank, Rk, Source};
use crate::shape::Shape;
use crate::simd::Tok;
use ndarray::Dimension;
use std::panic::Location;
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
    /// Checks shapes and device.
    pub(super) fn prepare<'p>(&'p self, machine: &Machine) -> Result<Ready<'p, 'a>, Box<BroadcastError>> {
        let raw: Vec<RawOperand> = self.operands.iter().map(|operand| operand.raw).collect();
        let mut shape = Shape::empty();
        let largest = self.fresh.iter().map(|element| element.bytes()).max();
        shape.join(self.site.call, &raw, self.rank, largest)?;
        if let Some(gpu) = machine.gpu {
            self.check(gpu).map_err(|error| Box::new(BroadcastError::Gpu(error)))?;
        }
        Ok(Ready { pass: self, shape, copies: Vec::new(), made: Vec::new() })
    }

    /// Whether its operands live on this device, which knows their types.
    fn check(&self, gpu: &Gpu) -> Result<(), GpuError> {
        let used = self.operands.iter().map(|operand| &operand.element).chain(&self.types).chain(&self.fresh);
        for &element in used {
            gpu.supports(element)?;
        }
        let elsewhere = |operand: &Erased| matches!(operand.origin, Origin::Device(place) if !place.memory.gpu.is(gpu));
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

    /// Where the array of a plan's stream begins, in elements.
    pub(super) fn start(&self, plan: &LoopPlan, stream: usize) -> usize {
        // Targets are read, and come again behind what is read.
        let own = |at: &usize| stream < plan.reads() || *at < self.targets;
        let at = Some(stream.checked_sub(plan.reads()).unwrap_or(stream)).filter(own);
        at.map_or(0, |at| self.operands[at].start())
    }

    /// What its kernel does, with targets of these types and so many axes.
    pub(super) fn spec<'s>(&'s self, targets: &'s [Type], axes: usize) -> Spec<'s> {
        let (reads, fresh) = (self.reads(), &self.fresh);
        Spec { formula: self.formula, types: &self.types, reads, targets, fresh, axes, wide: false }
    }

    fn reads(&self) -> Vec<Read> {
        let kind = |operand: &Erased| match operand.origin {
            Origin::Device(_) | Origin::Stage(_) | Origin::Host(_) => Kind::Array,
            Origin::Number(_) => Kind::Number,
            Origin::Range(_) => Kind::Range,
            Origin::Shape | Origin::Position | Origin::Failed => Kind::Shape,
        };
        let read = |operand: &Erased| Read { kind: kind(operand), element: operand.element, splat: false };
        self.operands[self.targets..].iter().map(read).collect()
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
        for operand in &self.pass.operands {
            self.copies.push(match operand.origin {
                Origin::Host(gather) => Some(machine.copied(gpu, operand, gather)?),
                _ => None,
            });
        }
        Ok(())
    }

    fn take_memory_on(&mut self, machine: &Machine, gpu: &Gpu) -> Result<(), GpuError> {
        let len = self.shape.len() as u64;
        if len > MOST {
            return Err(GpuError::TooLarge { size: len, most: MOST });
        }
        self.take_copies_on(machine, gpu)?;
        for element in &self.pass.fresh {
            self.made.push(Some(gpu.allocate(len * element.bytes() as u64)?));
        }
        Ok(())
    }

    /// Records the pass, which has its memory; what it makes, in order.
    pub(super) fn record(mut self, machine: &Machine) -> Result<Vec<Made>, Box<BroadcastError>> {
        if self.shape.len() > 0 || machine.gpu.is_none() {
            self.dispatch(machine).map_err(|error| Box::new(BroadcastError::Gpu(error)))?;
        }
        Ok(self.made())
    }

    /// What it makes, in order.
    pub(super) fn made(&mut self) -> Vec<Made> {
        let sizes = self.shape.sizes().to_vec();
        let strides: Vec<isize> = (0..sizes.len()).map(|axis| self.shape.fresh_stride(axis)).collect();
        let made = std::mem::take(&mut self.made);
        let made = made.into_iter().chain(std::iter::repeat_with(|| None));
        made.take(self.pass.fresh.len())
            .map(|memory| Made { memory, sizes: sizes.clone(), strides: strides.clone() })
            .collect()
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
        tile(&mut plan);
        let targets: Vec<Type> = pass.operands[..pass.targets].iter().map(|target| target.element).collect();
        let mut spec = pass.spec(&targets, plan.sizes().len());
        spec.widen(&plan, pass);
        let mut arrays = self.operands();
        arrays.extend(self.made.iter().flatten().map(|memory| memory.buffer().clone()));
        let (mut words, groups) = spec.mapping_words(&plan);
        spec.operand_words(&mut words, &plan, pass, &spec.mapping());
        dispatched(machine, spec.key(), || spec.text(), &arrays, &mut words, groups, pass.site)
    }

    /// Strides of dense arrays of the operands' sizes.
    pub(super) fn dense(&self) -> Vec<Vec<isize>> {
        self.pass.operands.iter().map(|operand| super::array::row_major(operand.raw.sizes())).collect()
    }

    /// The buffers of operands, then of targets.
    pub(super) fn operands(&self) -> Vec<wgpu::Buffer> {
        let pass = self.pass;
        (pass.targets..pass.operands.len()).chain(0..pass.targets).filter_map(|at| self.buffer(at)).collect()
    }

    /// The buffer of an operand, or behind these of a result, if it has one.
    pub(super) fn buffer(&self, at: usize) -> Option<wgpu::Buffer> {
        if let Some(result) = at.checked_sub(self.pass.operands.len()) {
            return self.made.get(result)?.as_ref().map(|memory| memory.buffer().clone());
        }
        match (self.pass.operands[at].origin, self.copies.get(at)) {
            (_, Some(Some(copy))) => Some(copy.buffer().clone()),
            (Origin::Device(place), _) => Some(place.memory.buffer().clone()),
            (Origin::Stage(later), _) => later.buffer(),
            _ => None,
        }
    }
}

/// Records a kernel, or writes down its text.
pub(super) fn dispatched(
    machine: &Machine,
    key: Vec<usize>,
    text: impl FnOnce() -> Text,
    arrays: &[wgpu::Buffer],
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

/// The element as it is.
static SAME: Formula = Formula { steps: &[], stored: &[], folds: &[], values: &[Value::Leaf(0)] };

/// The elements of an array in memory of their own.
pub(super) fn copied<T: GpuElement, D: Dimension>(array: &GpuView<'_, T, D>) -> Result<GpuArray<T, D>, GpuError> {
    static CALL: Call<'static> = Call { name: "copy", operands: &["self"], targets: &[], cost: 1, serial: false };
    let site = Site { call: &CALL, place: Location::caller() };
    let leaf = array.leaf();
    let pass = erased::<(), _, ()>(site, &SAME, None, &(), &leaf);
    let machine = array.gpu().machine();
    let made = alone(&pass, &machine);
    let made = made.map_err(|error| match *error {
        BroadcastError::Gpu(error) => error,
        other => GpuError::Internal { reason: other.to_string() },
    })?;
    Ok(finished::<New<T>, D>(made))
}

/// The erased pass of a call.
pub(super) fn erased<'a, T: Goals, L: Reads, S: Types>(
    site: Site,
    formula: &'static Formula,
    rank: Option<usize>,
    targets: &'a T,
    operands: &'a L,
) -> Pass<'a> {
    let (mut types, mut all) = (Vec::new(), Vec::new());
    S::each(&mut |element| types.push(element));
    targets.each(&mut |target| all.push(target));
    let targets = all.len();
    operands.each(&mut |operand| all.push(operand));
    let mut pass = Pass { site, formula, rank, types, operands: all, targets, fresh: Vec::new() };
    pass.fresh = formula.values.iter().map(|&value| pass.type_of(value)).collect();
    pass
}

/// Runs a call; panics at the caller's line if it cannot.
#[track_caller]
pub fn run<K, T, L, S, W, F>(
    machine: &Machine,
    call: &'static Call<'static>,
    rank: Rk<K>,
    targets: T,
    operands: L,
    formula: &'static Formula,
    f: F,
) -> W::Out<<K as Source>::Dim>
where
    K: Rank + Source,
    T: Goals,
    L: Reads,
    S: Types,
    W: Fresh,
    F: Fn(Tok, (T::Olds, L::Elems)) -> Found<S, (T::News, W)>,
{
    match try_run(machine, call, rank, targets, operands, formula, f) {
        Ok(results) => results,
        Err(error) => panic!("{error}"),
    }
}

/// Runs a call, or says why it cannot.
#[track_caller]
pub fn try_run<K, T, L, S, W, F>(
    machine: &Machine,
    call: &'static Call<'static>,
    _: Rk<K>,
    targets: T,
    operands: L,
    formula: &'static Formula,
    _: F,
) -> Result<W::Out<<K as Source>::Dim>, BroadcastError>
where
    K: Rank + Source,
    T: Goals,
    L: Reads,
    S: Types,
    W: Fresh,
    F: Fn(Tok, (T::Olds, L::Elems)) -> Found<S, (T::News, W)>,
{
    let made = recorded::<T, L, S>(machine, call, K::NDIM, &targets, &operands, formula)?;
    Ok(finished::<W, <K as Source>::Dim>(made))
}

/// The text of the kernel of a call.
#[track_caller]
pub fn text_run<K, T, L, S, W, F>(
    machine: &Machine,
    call: &'static Call<'static>,
    _: Rk<K>,
    targets: T,
    operands: L,
    formula: &'static Formula,
    _: F,
) where
    K: Rank + Source,
    T: Goals,
    L: Reads,
    S: Types,
    W: Fresh,
    F: Fn(Tok, (T::Olds, L::Elems)) -> Found<S, (T::News, W)>,
{
    if let Err(error) = recorded::<T, L, S>(machine, call, K::NDIM, &targets, &operands, formula) {
        panic!("{error}");
    }
}

/// Records the only pass of a call; what it makes, in order.
#[track_caller]
fn recorded<T: Goals, L: Reads, S: Types>(
    machine: &Machine,
    call: &'static Call<'static>,
    rank: Option<usize>,
    targets: &T,
    operands: &L,
    formula: &'static Formula,
) -> Result<Vec<Made>, BroadcastError> {
    let site = Site { call, place: Location::caller() };
    let pass = erased::<T, L, S>(site, formula, rank, targets, operands);
    alone(&pass, machine).map_err(|error| *error)
}

/// Records a pass by itself; what it makes, in order.
fn alone(pass: &Pass, machine: &Machine) -> Result<Vec<Made>, Box<BroadcastError>> {
    let mut ready = pass.prepare(machine)?;
    ready.take_memory(machine)?;
    ready.record(machine)
}

/// New arrays by their types.
pub(super) fn finished<W: Fresh, D: ndarray::Dimension>(made: Vec<Made>) -> W::Out<D> {
    let mut made = made.into_iter();
    W::finish::<D>(&mut || made.next().expect("a pass makes all that it was asked for"))
}
