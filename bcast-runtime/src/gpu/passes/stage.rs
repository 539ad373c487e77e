//! Calls of several passes. Where the expansion makes a stage, its shape is checked, so what it yields has sizes at
//! once; all passes are recorded at the end of the call, which knows how they hang together.
//!
//! A stage that does not fit leaves its error to the machine, and operands that nothing reads; the end of the call
//! reports it. So targets are written only when everything fits.

use super::axes::Axes;
use super::item::{Item, Yield};
use super::machine::Machine;
use super::operand::{GpuLeaf, Origin};
use super::pass::Pass;
use super::reduction::reduced;
use super::run::erased;
use super::scan::{Scanned, scanned};
use super::tree::Reads;
use crate::call::Call;
use crate::engine::Reduce;
use crate::engine::streams::New;
use crate::error::BroadcastError;
use crate::given::Given;
use crate::gpu::device::batch::Site;
use crate::gpu::device::memory::Later;
use crate::gpu::device::types::Type;
use crate::gpu::text::formula::{Formula, Found, Steps};
use crate::operand::{Along, Form};
use crate::ops::reduce::{Folded, Reducer};
use crate::rank::{Full, Rk, YieldRank};
use crate::simd::SimdToken;
use ndarray::Dimension;
use std::marker::PhantomData;
use std::panic::Location;

/// A stage: what it yields has sizes at once, memory when the call runs.
pub struct Stage<L, S, W> {
    site: Site,
    rank: Option<usize>,
    reduce: Reduce,
    /// What it makes then runs along an axis.
    scan: Option<Scanned>,
    operands: L,
    formula: &'static Formula,
    /// What it yields; nothing if it failed.
    items: Vec<Item>,
    types: PhantomData<fn() -> (S, W)>,
}

/// A tree of what a stage yields.
pub trait Yields {
    /// One operand of rank `R` per item.
    type Leaves<'a, R>;
    /// What each place of the tree yields, if anything.
    #[doc(hidden)]
    fn places(push: &mut impl FnMut(Option<Yield>));
    #[doc(hidden)]
    fn leaves<'a, R: YieldRank>(reduce: Reduce, next: &mut impl FnMut() -> Option<&'a Item>) -> Self::Leaves<'a, R>;
}

impl Yields for () {
    type Leaves<'a, R> = ();
    fn places(push: &mut impl FnMut(Option<Yield>)) {
        push(None);
    }
    fn leaves<'a, R: YieldRank>(_: Reduce, _: &mut impl FnMut() -> Option<&'a Item>) {}
}
impl<A: Yields, B: Yields> Yields for (A, B) {
    type Leaves<'a, R> = (A::Leaves<'a, R>, B::Leaves<'a, R>);
    fn places(push: &mut impl FnMut(Option<Yield>)) {
        A::places(push);
        B::places(push);
    }
    fn leaves<'a, R: YieldRank>(reduce: Reduce, next: &mut impl FnMut() -> Option<&'a Item>) -> Self::Leaves<'a, R> {
        (A::leaves::<R>(reduce, next), B::leaves::<R>(reduce, next))
    }
}
impl<F: Reducer> Yields for Folded<F> {
    type Leaves<'a, R> = GpuLeaf<'a, F::Out, R>;
    fn places(push: &mut impl FnMut(Option<Yield>)) {
        push(Some(Yield::Fold { of_nothing: F::OF_NOTHING }));
    }
    fn leaves<'a, R: YieldRank>(reduce: Reduce, next: &mut impl FnMut() -> Option<&'a Item>) -> Self::Leaves<'a, R> {
        let Some(item) = next() else {
            return GpuLeaf::failed();
        };
        let axes = if let Reduce::Axes(axes) = reduce { axes } else { &[] };
        match R::FORM {
            Form::Whole => item.leaf(&item.whole.0, &item.whole.1, Along::Same),
            Form::Single => item.leaf(&[], &[], Along::Same),
            _ => item.leaf(&item.own.0, &item.own.1, Along::Kept(axes, 0)),
        }
    }
}
impl<T> Yields for New<T> {
    type Leaves<'a, R> = GpuLeaf<'a, T, R>;
    fn places(push: &mut impl FnMut(Option<Yield>)) {
        push(Some(Yield::Kept));
    }
    fn leaves<'a, R: YieldRank>(reduce: Reduce, next: &mut impl FnMut() -> Option<&'a Item>) -> Self::Leaves<'a, R> {
        let Some(item) = next() else {
            return GpuLeaf::failed();
        };
        let along = match (R::FORM, reduce) {
            (Form::Single, _) => return item.leaf(&[], &[], Along::Same),
            (Form::Kept, Reduce::Nothing(axes) | Reduce::Axes(axes)) => Along::Kept(axes, 0),
            // Where the types do not tell the rank of what was reduced, the call does.
            (_, Reduce::Nothing(axes)) if !axes.is_empty() => Along::Kept(axes, 0),
            _ => Along::Same,
        };
        item.leaf(&item.own.0, &item.own.1, along)
    }
}

/// Makes stage `_number` of a call, which runs over the axes of `D`.
#[allow(clippy::too_many_arguments)]
#[track_caller]
pub fn stage<D, L, S, W, F>(
    machine: &Machine,
    _number: usize,
    call: &'static Call<'static>,
    _: Rk<Full<D>>,
    reduce: Reduce,
    operands: L,
    formula: &'static Formula,
    _: F,
) -> Stage<L, S, W>
where
    D: Dimension,
    L: Reads,
    S: Steps,
    W: Yields,
    F: Fn(SimdToken, L::Elems) -> Found<S, W>,
{
    let site = Site { call, place: Location::caller() };
    let mut folds = false;
    W::places(&mut |item| folds |= matches!(item, Some(Yield::Fold { .. })));
    // Where types have chosen to keep all items of a gradient, nothing is reduced.
    let reduce = if matches!(reduce, Reduce::All) && !folds { Reduce::Nothing(&[]) } else { reduce };
    let (rank, scan, items) = (D::NDIM, None, Vec::new());
    Stage { site, rank, reduce, scan, operands, formula, items, types: PhantomData }.there(machine)
}

/// Makes a stage whose elements run along an axis.
#[allow(clippy::too_many_arguments)]
#[track_caller]
pub fn scan_stage<D, L, S, W, F>(
    machine: &Machine,
    _number: usize,
    call: &'static Call<'static>,
    _: Rk<Full<D>>,
    (axis, name): (usize, &'static str),
    operands: L,
    formula: &'static Formula,
    _: F,
) -> Stage<L, S, W>
where
    D: Dimension,
    L: Reads,
    S: Steps,
    W: Yields,
    F: Fn(SimdToken, L::Elems) -> Found<S, W>,
{
    let site = Site { call, place: Location::caller() };
    let (rank, reduce, scan, items) = (D::NDIM, Reduce::Nothing(&[]), Some(Scanned { axis, name }), Vec::new());
    Stage { site, rank, reduce, scan, operands, formula, items, types: PhantomData }.there(machine)
}

/// The same where a value says along which axis.
#[allow(clippy::too_many_arguments)]
#[track_caller]
pub fn given_scan_stage<D, L, S, W, F>(
    machine: &Machine,
    number: usize,
    call: &'static Call<'static>,
    space: Rk<Full<D>>,
    (axis, name): (Given, &'static str),
    operands: L,
    formula: &'static Formula,
    f: F,
) -> Stage<L, S, W>
where
    D: Dimension,
    L: Reads,
    S: Steps,
    W: Yields,
    F: Fn(SimdToken, L::Elems) -> Found<S, W>,
{
    match resolved::<D>(Reduce::Given(axis), call, &operands) {
        Reduce::Axes(&[axis]) => scan_stage(machine, number, call, space, (axis.into(), name), operands, formula, f),
        // An axis that does not fit is told from the value.
        reduce => stage(machine, number, call, space, reduce, operands, formula, f),
    }
}

/// The same where a value says which axes are reduced.
#[allow(clippy::too_many_arguments)]
#[track_caller]
pub fn given_stage<D, L, S, W, F>(
    machine: &Machine,
    number: usize,
    call: &'static Call<'static>,
    space: Rk<Full<D>>,
    reduce: Reduce,
    operands: L,
    formula: &'static Formula,
    f: F,
) -> Stage<L, S, W>
where
    D: Dimension,
    L: Reads,
    S: Steps,
    W: Yields,
    F: Fn(SimdToken, L::Elems) -> Found<S, W>,
{
    let reduce = resolved::<D>(reduce, call, &operands);
    stage(machine, number, call, space, reduce, operands, formula, f)
}

/// The axes of a value by their numbers, as far as they are known.
fn resolved<D: Dimension>(reduce: Reduce, call: &Call, operands: &impl Reads) -> Reduce {
    let mut all = Vec::new();
    if D::NDIM.is_none() {
        operands.each(&mut |operand| all.push(operand.axes));
    }
    reduce.resolved(call, D::NDIM, &all)
}

impl<L: Reads, S: Steps, W: Yields> Stage<L, S, W> {
    /// With what it yields, unless something has failed.
    fn there(mut self, machine: &Machine) -> Self {
        if !machine.has_failed() {
            match self.planned().yielded(machine) {
                Ok(items) => self.items = items,
                Err(error) => machine.fail(error),
            }
        }
        self
    }

    /// What it yields, as operands of rank `R`: one per item.
    pub fn leaves<R: YieldRank>(&self, _: Rk<R>) -> W::Leaves<'_, R> {
        let mut items = self.items.iter();
        W::leaves::<R>(self.reduce, &mut || items.next())
    }

    fn planned(&self) -> Planned<'_> {
        let mut places = Vec::new();
        W::places(&mut |item| places.push(item));
        let is_there: Vec<bool> = places.iter().map(Option::is_some).collect();
        let formula = (self.formula, self.formula.yields_where(&is_there));
        let yields = places.into_iter().flatten().collect();
        let pass = erased::<(), L, S>(self.site, formula, self.rank, &(), &self.operands);
        Planned { pass, reduce: self.reduce, scan: self.scan, yields, items: &self.items }
    }
}

/// A tree of stages.
pub trait Stages {
    #[doc(hidden)]
    fn each<'s>(&'s self, push: &mut impl FnMut(Planned<'s>));
}
impl Stages for () {
    fn each<'s>(&'s self, _: &mut impl FnMut(Planned<'s>)) {}
}
impl<A: Stages, B: Stages> Stages for (A, B) {
    fn each<'s>(&'s self, push: &mut impl FnMut(Planned<'s>)) {
        self.0.each(push);
        self.1.each(push);
    }
}
impl<L: Reads, S: Steps, W: Yields> Stages for &Stage<L, S, W> {
    fn each<'s>(&'s self, push: &mut impl FnMut(Planned<'s>)) {
        push(self.planned());
    }
}

/// A stage without its types.
#[doc(hidden)]
pub struct Planned<'s> {
    pub(crate) pass: Pass<'s>,
    pub(crate) reduce: Reduce,
    pub(crate) scan: Option<Scanned>,
    pub(super) yields: Vec<Yield>,
    pub(super) items: &'s [Item],
}

impl Planned<'_> {
    /// What it yields, without memory.
    pub(super) fn yielded(&self, machine: &Machine) -> Result<Vec<Item>, Box<BroadcastError>> {
        let ready = self.pass.prepare(machine)?;
        let sizes = ready.shape.sizes();
        if let Some(Scanned { axis, .. }) = self.scan
            && axis >= sizes.len()
        {
            let call = self.pass.site.call.name;
            return Err(Box::new(BroadcastError::Reduced { call, axis, rank: sizes.len() }));
        }
        let axes: Vec<usize> = match self.reduce {
            Reduce::Nothing(_) => (0..sizes.len()).collect(),
            Reduce::Along(axes) => axes.iter().map(|&axis| axis as usize).collect(),
            _ => return Ok(Axes::of(&ready, self.reduce, &self.yields)?.items(&ready, &self.yields)),
        };
        let own: (Vec<usize>, Vec<isize>) =
            axes.iter().map(|&axis| (sizes[axis], ready.shape.fresh_stride(axis))).unzip();
        let item = |&element: &Type| Item { element, own: own.clone(), whole: own.clone(), memory: Later::default() };
        Ok(self.pass.fresh.iter().map(item).collect())
    }

    /// Whether it reads what another stage yields.
    pub(crate) fn reads(&self, other: &Planned) -> bool {
        let yielded = |later| other.items.iter().any(|item| std::ptr::eq(&raw const item.memory, later));
        self.pass.operands.iter().any(|operand| matches!(operand.origin, Origin::Stage(later) if yielded(later)))
    }

    /// Records it.
    pub(crate) fn run(&self, machine: &Machine) -> Result<(), Box<BroadcastError>> {
        let mut ready = self.pass.prepare(machine)?;
        ready.take_memory(machine)?;
        ready.note(machine, self.items);
        let made = match (self.reduce, self.scan) {
            (_, Some(scan)) => scanned(machine, ready, scan)?,
            (Reduce::All | Reduce::Axes(_) | Reduce::Given(_), None) => reduced(machine, &mut ready, self.reduce)?,
            _ => ready.record(machine)?.into_iter().map(|made| made.memory).collect(),
        };
        for (item, memory) in self.items.iter().zip(made) {
            item.memory.put(memory);
        }
        Ok(())
    }
}
