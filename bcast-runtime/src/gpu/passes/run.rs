//! Calls of one pass, as the expansion makes them, with their types.

use super::machine::{GpuDevice, Machine};
use super::operand::{Erased, GpuOperand, Origin};
use super::pass::Pass;
use super::tree::{Fresh, Goals, Made, Reads};
use crate::call::Call;
use crate::engine::streams::New;
use crate::error::BroadcastError;
use crate::error::GpuError;
use crate::explain::Plan;
use crate::gpu::device::array::{GpuArray, GpuView, GpuViewMut, Place};
use crate::gpu::device::batch::Site;
use crate::gpu::device::element::GpuElement;
use crate::gpu::device::handle::Gpu;
use crate::gpu::device::layout::row_major;
use crate::gpu::device::memory::GpuMemory;
use crate::gpu::device::types::Type;
use crate::gpu::text::formula::{Formula, Found, Steps, Value, Yielded};
use crate::operand::OperandAxes;
use crate::rank::{Rank, Rk, Source};
use crate::simd::SimdToken;
use ndarray::Dimension;
use std::borrow::Borrow;
use std::panic::Location;

/// The element as it is.
static SAME: Formula = Formula { steps: &[], stored: &[], folds: &[], values: &[Value::Leaf(0)] };
/// The same for a target.
static STORED: Formula = Formula { stored: &[Value::Leaf(0)], values: &[], ..SAME };

/// A call that copies.
static COPY: Call<'static> =
    Call { name: "copy", operands: &["self"], targets: &[], axes: &[], cost: 1, serial: false };

/// The elements of an array in memory of their own.
fn copied<T: GpuElement, D: Dimension>(array: &GpuView<'_, T, D>) -> Result<GpuArray<T, D>, GpuError> {
    let site = Site { call: &COPY, place: Location::caller() };
    let leaf = array.leaf();
    let pass = erased::<(), _, ()>(site, (&SAME, SAME.yields()), None, &(), &leaf);
    let machine = array.gpu().machine();
    Ok(finished::<New<T>, D>(fitting(&pass, &machine)?))
}

impl<T: GpuElement, D: Dimension, M: Borrow<GpuMemory>> GpuArray<T, D, M> {
    /// The same elements in memory of their own, copied on the device when what is recorded before has run.
    ///
    /// # Errors
    ///
    /// [`GpuError::OutOfMemory`], [`GpuError::Lost`].
    pub fn copy(&self) -> Result<GpuArray<T, D>, GpuError> {
        copied(&self.view())
    }
}

/// The elements of an array row by row in memory of their own.
#[track_caller]
pub(crate) fn by_rows<T: GpuElement, D: Dimension>(array: &GpuView<'_, T, D>) -> Result<GpuArray<T, D>, GpuError> {
    let dense = row_major(array.shape());
    let memory = array.gpu().allocate((array.len() * T::TYPE.bytes()) as u64)?;
    let rows = (Place { memory: &memory, start: 0 }, &dense[..]);
    moved_here(array.gpu(), T::TYPE, (array.place(), array.strides()), rows, array.shape())?;
    Ok(GpuArray::new(memory, array.shape(), dense))
}

/// Copies such elements back to their places.
#[track_caller]
pub(crate) fn from_rows<T: GpuElement, D: Dimension>(
    rows: &GpuMemory,
    to: &GpuViewMut<'_, T, D>,
) -> Result<(), GpuError> {
    let dense = row_major(to.shape());
    let rows = (Place { memory: rows, start: 0 }, &dense[..]);
    moved_here(to.gpu(), T::TYPE, rows, (to.place(), to.strides()), to.shape())
}

/// Writes one value, by its words, to all elements of a memory, which have these sizes and strides.
#[track_caller]
pub(super) fn filled(
    gpu: &Gpu,
    element: Type,
    words: [u32; 2],
    memory: &GpuMemory,
    sizes: &[usize],
    strides: &[isize],
) -> Result<(), GpuError> {
    let site = Site { call: &COPY, place: Location::caller() };
    let place = Place { memory, start: 0 };
    let to = Erased { axes: OperandAxes::array(sizes, strides), origin: Origin::Device(place), element };
    let value = Erased { axes: OperandAxes::single(), origin: Origin::Number(words), element };
    stored(&gpu.machine(), site, vec![to, value], sizes.len())
}

/// Where elements begin, and their strides.
type Lies<'a> = (Place<'a>, &'a [isize]);

/// Copies elements of these sizes.
pub(super) fn moved(
    machine: &Machine,
    site: Site,
    element: Type,
    from: Lies,
    to: Lies,
    sizes: &[usize],
) -> Result<(), GpuError> {
    let operands = [to, from].map(|(place, strides)| Erased {
        axes: OperandAxes::array(sizes, strides),
        origin: Origin::Device(place),
        element,
    });
    stored(machine, site, operands.into(), sizes.len())
}

/// The same by a call of the user's.
#[track_caller]
pub(super) fn moved_here(gpu: &Gpu, element: Type, from: Lies, to: Lies, sizes: &[usize]) -> Result<(), GpuError> {
    let site = Site { call: &COPY, place: Location::caller() };
    moved(&gpu.machine(), site, element, from, to, sizes)
}

/// Stores the elements of the second operand in the first.
fn stored(machine: &Machine, site: Site, operands: Vec<Erased>, rank: usize) -> Result<(), GpuError> {
    let (types, functions, fresh) = (Vec::new(), Vec::new(), Vec::new());
    let (formula, yielded) = (&STORED, STORED.yields());
    let pass = Pass { site, formula, yielded, rank: Some(rank), types, functions, operands, targets: 1, fresh };
    fitting(&pass, machine).map(drop)
}

/// Records a pass whose shapes fit.
fn fitting(pass: &Pass, machine: &Machine) -> Result<Vec<Made>, GpuError> {
    alone(pass, machine).map_err(|error| match *error {
        BroadcastError::Gpu(error) => error,
        other => GpuError::Internal { reason: other.to_string() },
    })
}

/// The erased pass of a call.
pub(super) fn erased<'a, T: Goals, L: Reads, S: Steps>(
    site: Site,
    (formula, yielded): (&'static Formula, Yielded),
    rank: Option<usize>,
    targets: &'a T,
    operands: &'a L,
) -> Pass<'a> {
    let (mut types, mut functions, mut all) = (Vec::new(), Vec::new(), Vec::new());
    S::each(&mut |element| types.push(element));
    S::instances(&mut |function| functions.push(function));
    targets.each(&mut |target| all.push(target));
    let targets = all.len();
    operands.each(&mut |operand| all.push(operand));
    let fresh = Vec::new();
    let mut pass = Pass { site, formula, yielded, rank, types, functions, operands: all, targets, fresh };
    pass.fresh = pass.yielded.values.iter().map(|&value| pass.type_of(value)).collect();
    pass
}

/// What the expansion calls: it gets what the only pass of a call makes, by the types that the closure tells.
macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident($machine:ident) -> $out:ty: $made:ident => $end:expr;)*) => {$(
        $(#[$doc])*
        #[track_caller]
        pub fn $name<K, T, L, S, W, F>(
            $machine: &Machine,
            call: &'static Call<'static>,
            _: Rk<K>,
            targets: T,
            operands: L,
            formula: &'static Formula,
            _: F,
        ) -> $out
        where
            K: Rank + Source,
            T: Goals,
            L: Reads,
            S: Steps,
            W: Fresh,
            F: Fn(SimdToken, (T::Olds, L::Elems)) -> Found<S, (T::News, W)>,
        {
            let $made = recorded::<T, L, S>($machine, call, K::NDIM, &targets, &operands, formula);
            $end
        }
    )*};
}
calls! {
    /// Runs a call; panics at the caller's line if it cannot.
    run(machine) -> W::Out<<K as Source>::Dim>: made => match made {
        Ok(made) => finished::<W, <K as Source>::Dim>(made),
        Err(error) => panic!("{error}"),
    };
    /// Runs a call, or says why it cannot.
    try_run(machine) -> Result<W::Out<<K as Source>::Dim>, BroadcastError>: made => {
        Ok(finished::<W, <K as Source>::Dim>(made?))
    };
    /// Writes the text of the kernel of a call.
    text_run(machine) -> (): made => if let Err(error) = made {
        panic!("{error}");
    };
    /// Says what a call would do; panics at the caller's line if it could not run.
    explain_run(machine) -> Plan: made => match made {
        Ok(_) => machine.plan(),
        Err(error) => panic!("{error}"),
    };
    /// Says what a call would do, or why it could not run.
    try_explain_run(machine) -> Result<Plan, BroadcastError>: made => made.map(|_| machine.plan());
}

/// Records the only pass of a call; what it makes, in order.
#[track_caller]
fn recorded<T: Goals, L: Reads, S: Steps>(
    machine: &Machine,
    call: &'static Call<'static>,
    rank: Option<usize>,
    targets: &T,
    operands: &L,
    formula: &'static Formula,
) -> Result<Vec<Made>, BroadcastError> {
    let site = Site { call, place: Location::caller() };
    let pass = erased::<T, L, S>(site, (formula, formula.yields()), rank, targets, operands);
    pass.prepare(machine).and_then(|ready| ready.run(machine)).map_err(|error| *error)
}

/// Records a copy, of which nothing is noted: it is part of another pass.
pub(super) fn alone(pass: &Pass, machine: &Machine) -> Result<Vec<Made>, Box<BroadcastError>> {
    let mut ready = pass.prepare(machine)?;
    ready.take_memory(machine)?;
    ready.record(machine)
}

/// New arrays by their types.
pub(super) fn finished<W: Fresh, D: Dimension>(made: Vec<Made>) -> W::Out<D> {
    let mut made = made.into_iter();
    W::finish::<D>(&mut || made.next().expect("a pass makes all that it was asked for"))
}
