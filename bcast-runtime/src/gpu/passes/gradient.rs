//! Gradients on a GPU: what a stage has yielded as types chose, and what a call made for an operand, in its shape.
//!
//! Kernels sum and keep as those of other stages do. What is decided here is what the processor decides when a call has
//! run (`crate::gradient`): axes that were stretched are summed, those that nothing else has are filled.

use super::item::Yield;
use super::machine::Machine;
use super::operand::{Erased, GpuLeaf, Origin};
use super::pass::Pass;
use super::run::{alone, moved};
use super::stage::Planned;
use crate::call::Call;
use crate::engine::Reduce;
use crate::error::{BroadcastError, GpuError};
use crate::given::Given;
use crate::gpu::device::array::{GpuArray, Place};
use crate::gpu::device::batch::Site;
use crate::gpu::device::element::GpuElement;
use crate::gpu::device::layout::row_major;
use crate::gpu::device::memory::GpuMemory;
use crate::gpu::device::types::Type;
use crate::gpu::text::formula::{Fold, Formula, Node, Step, Value};
use crate::gradient::Yielded;
use crate::operand::OperandAxes;
use crate::rank::{Full, Scalar};
use ndarray::{Dimension, Ix0};
use std::marker::PhantomData;
use std::panic::Location;

/// The sum of the elements of an array.
static SUM: Formula =
    Formula { steps: &[], stored: &[], folds: &[Fold { name: "sum", value: Value::Leaf(0) }], values: &[] };
/// The sum of a target and an array, for the target.
static ADDED: Formula = Formula {
    steps: &[Step { at: 0, node: Node::Apply("plus", &[Value::Old(0), Value::Leaf(0)]) }],
    stored: &[Value::Step(0)],
    folds: &[],
    values: &[],
};

/// What is done to gradients behind a call.
static CALL: Call<'static> =
    Call { name: "bcast!", operands: &["the gradient"], targets: &[], axes: &[], cost: 1, serial: false };

impl<'a, E, R> Yielded for (GpuLeaf<'a, E, R>, ()) {
    type Leaf = GpuLeaf<'a, E, R>;
    fn leaf(self) -> GpuLeaf<'a, E, R> {
        self.0
    }
}
impl<'a, E, R> Yielded for ((), GpuLeaf<'a, E, R>) {
    type Leaf = GpuLeaf<'a, E, R>;
    fn leaf(self) -> GpuLeaf<'a, E, R> {
        self.1
    }
}

/// The type of the elements of an operand.
pub fn elements_of<E, R>(_: &GpuLeaf<E, R>) -> PhantomData<E> {
    PhantomData
}

/// What a call made for an operand of the rank `Self`, in its shape.
pub trait Fitted<A>: Sized {
    /// The gradient.
    type Out;
    #[doc(hidden)]
    fn fitted(
        machine: &Machine,
        caller: Caller,
        made: A,
        sizes: &[usize],
        order: &[usize],
    ) -> Result<Self::Out, Failed>;
    #[doc(hidden)]
    fn added(machine: &Machine, caller: Caller, gradient: &mut Self::Out, more: Self::Out) -> Result<(), Failed>;
}

pub(super) type Failed = Box<BroadcastError>;
pub(super) type Caller = &'static Location<'static>;

impl<T: GpuElement> Fitted<GpuArray<T, Ix0>> for Scalar {
    type Out = GpuArray<T, Ix0>;
    fn fitted(_: &Machine, _: Caller, made: Self::Out, _: &[usize], _: &[usize]) -> Result<Self::Out, Failed> {
        Ok(made)
    }
    fn added(machine: &Machine, caller: Caller, gradient: &mut Self::Out, more: Self::Out) -> Result<(), Failed> {
        added_to(machine, caller, gradient, &more)
    }
}
impl<T: GpuElement, S: Dimension, D: Dimension> Fitted<GpuArray<T, S>> for Full<D> {
    type Out = GpuArray<T, D>;
    fn fitted(
        machine: &Machine,
        caller: Caller,
        made: GpuArray<T, S>,
        sizes: &[usize],
        order: &[usize],
    ) -> Result<Self::Out, Failed> {
        let (memory, own, strides) = made.into_parts();
        let turned = |all: &dyn Fn(usize) -> isize| match order {
            [] => (0..own.len()).map(all).collect::<Vec<_>>(),
            order => order.iter().map(|&axis| all(axis)).collect(),
        };
        let made = Fresh {
            sizes: turned(&|axis| own[axis] as isize).into_iter().map(|size| size as usize).collect(),
            strides: turned(&|axis| strides[axis]),
            memory,
        };
        let Fresh { memory, strides, .. } = made.shaped(machine, caller, T::TYPE, sizes)?;
        Ok(GpuArray::new(memory, sizes, strides))
    }
    fn added(machine: &Machine, caller: Caller, gradient: &mut Self::Out, more: Self::Out) -> Result<(), Failed> {
        added_to(machine, caller, gradient, &more)
    }
}

/// Something new on the device.
struct Fresh {
    memory: GpuMemory,
    sizes: Vec<usize>,
    strides: Vec<isize>,
}

impl Fresh {
    /// With these sizes: axes that were stretched are summed, all of them if the rank is another; those that nothing
    /// else has are filled.
    fn shaped(mut self, machine: &Machine, caller: Caller, element: Type, sizes: &[usize]) -> Result<Fresh, Failed> {
        if self.sizes.len() != sizes.len() {
            // Of dynamic rank, and one value.
            let all = 0..self.sizes.len();
            self = self.summed(machine, caller, element, all.collect())?;
            (self.sizes, self.strides) = (vec![1; sizes.len()], vec![0; sizes.len()]);
        }
        let stretched = (0..sizes.len()).filter(|&axis| sizes[axis] == 1 && self.sizes[axis] != 1);
        let stretched: Vec<usize> = stretched.collect();
        if !stretched.is_empty() {
            self = self.summed(machine, caller, element, stretched)?;
        }
        if self.sizes == sizes {
            return Ok(self);
        }
        let len = sizes.iter().product::<usize>() * element.bytes();
        let Some(gpu) = machine.running() else { return Ok(self) };
        let memory = machine.allocate(gpu, len as u64).map_err(failed)?;
        let strides = row_major(sizes);
        let same = (0..sizes.len()).map(|axis| if self.sizes[axis] == 1 { 0 } else { self.strides[axis] });
        let same: Vec<isize> = same.collect();
        let from = (Place { memory: &self.memory, start: 0 }, &same[..]);
        let to = (Place { memory: &memory, start: 0 }, &strides[..]);
        moved(machine, site(caller), element, from, to, sizes).map_err(failed)?;
        Ok(Fresh { memory, sizes: sizes.to_vec(), strides })
    }

    /// Summed along these axes, which stay with size 1.
    fn summed(self, machine: &Machine, caller: Caller, element: Type, axes: Vec<usize>) -> Result<Fresh, Failed> {
        let operand = Erased {
            axes: OperandAxes::array(&self.sizes, &self.strides),
            origin: Origin::Device(Place { memory: &self.memory, start: 0 }),
            element,
        };
        let given = Reduce::Given(Given::of(axes.iter().map(|&axis| axis as isize)));
        let reduce = given.resolved(&CALL, Some(self.sizes.len()), &[operand]);
        let planned = |items| Planned {
            pass: Pass {
                site: site(caller),
                formula: &SUM,
                yielded: SUM.yields(),
                rank: Some(self.sizes.len()),
                types: Vec::new(),
                functions: Vec::new(),
                operands: vec![operand],
                targets: 0,
                fresh: Vec::new(),
            },
            reduce,
            scan: None,
            yields: vec![Yield::Fold { of_nothing: true }],
            items,
        };
        let items = planned(&[]).yielded(machine)?;
        planned(&items).run(machine)?;
        let [item] = &items[..] else { unreachable!("one sum is one item") };
        let memory = item.memory.take().expect("a pass on a device takes memory");
        let mut left = item.own.1.iter();
        let stride = |axis| if axes.contains(&axis) { 0 } else { left.next().copied().unwrap_or(0) };
        let strides = (0..self.sizes.len()).map(stride).collect();
        let size = |axis| if axes.contains(&axis) { 1 } else { self.sizes[axis] };
        Ok(Fresh { memory, sizes: (0..self.sizes.len()).map(size).collect(), strides })
    }
}

/// Adds the elements of another array.
fn added_to<T: GpuElement, D: Dimension>(
    machine: &Machine,
    caller: Caller,
    gradient: &mut GpuArray<T, D>,
    more: &GpuArray<T, D>,
) -> Result<(), Failed> {
    let erased = [&*gradient, more].map(|array| Erased {
        axes: OperandAxes::array(array.shape(), array.strides()),
        origin: Origin::Device(array.place()),
        element: T::TYPE,
    });
    let rank = Some(gradient.shape().len());
    let (types, functions, fresh) = (vec![T::TYPE], Vec::new(), Vec::new());
    let (formula, yielded, operands) = (&ADDED, ADDED.yields(), erased.to_vec());
    let pass = Pass { site: site(caller), formula, yielded, rank, types, functions, operands, targets: 1, fresh };
    alone(&pass, machine).map(drop)
}

pub(super) fn site(place: Caller) -> Site {
    Site { call: &CALL, place }
}

fn failed(error: GpuError) -> Failed {
    Box::new(BroadcastError::Gpu(error))
}

/// What a call made for an operand, in its shape, or why that cannot be. The axes of the operand are these of what was
/// made; without any they are the same.
#[track_caller]
pub fn try_fitted<E, R, A>(
    machine: &Machine,
    of: &GpuLeaf<E, R>,
    made: A,
    order: &[usize],
) -> Result<R::Out, BroadcastError>
where
    R: Fitted<A>,
{
    R::fitted(machine, Location::caller(), made, of.axes.sizes(), order).map_err(|error| *error)
}

/// Adds what another pass made for the same operand.
#[track_caller]
pub fn try_added<E, R, A>(
    machine: &Machine,
    of: &GpuLeaf<E, R>,
    mut gradient: R::Out,
    made: A,
    order: &[usize],
) -> Result<R::Out, BroadcastError>
where
    R: Fitted<A>,
{
    let more = try_fitted(machine, of, made, order)?;
    R::added(machine, Location::caller(), &mut gradient, more).map_err(|error| *error)?;
    Ok(gradient)
}

/// [`try_fitted`], which panics at the caller's line.
#[track_caller]
pub fn fitted<E, R: Fitted<A>, A>(machine: &Machine, of: &GpuLeaf<E, R>, made: A, order: &[usize]) -> R::Out {
    try_fitted(machine, of, made, order).unwrap_or_else(|error| panic!("{error}"))
}

/// [`try_added`], which panics at the caller's line.
#[track_caller]
pub fn added<E, R: Fitted<A>, A>(
    machine: &Machine,
    of: &GpuLeaf<E, R>,
    gradient: R::Out,
    made: A,
    order: &[usize],
) -> R::Out {
    try_added(machine, of, gradient, made, order).unwrap_or_else(|error| panic!("{error}"))
}
