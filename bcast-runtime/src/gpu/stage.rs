//! Calls of several passes. Each stage is recorded where the expansion makes it, so what it yields has sizes at once.
//!
//! A stage that fails leaves its error to the machine, and operands that nothing reads; the end of the call reports it.
//! Targets are written by last passes alone, and these only when all of them fit.

use super::element::Type;
use super::formula::{Formula, Found, Types};
use super::launch::{Pass, Ready};
use super::machine::Machine;
use super::operand::{Fresh, Goals, GpuLeaf, Made, Place, Reads};
use super::reduction::reduced;
use super::run::{erased, finished};
use super::submit::Site;
use crate::call::Call;
use crate::engine::Reduce;
use crate::engine::streams::New;
use crate::error::BroadcastError;
use crate::operand::{Along, Form};
use crate::ops::reduce::{Folded, Reducer};
use crate::rank::{Full, Rank, Rk, Source, YieldRank};
use crate::simd::Tok;
use ndarray::Dimension;
use std::marker::PhantomData;
use std::panic::Location;

/// A stage that is recorded.
pub struct Stage<W> {
    reduce: Reduce,
    /// What it yields; nothing if it failed.
    items: Vec<Item>,
    types: PhantomData<fn() -> W>,
}

/// Something yielded.
#[doc(hidden)]
pub struct Item {
    pub(super) element: Type,
    pub(super) made: Made,
    /// The same with the axes that are reduced, of size 1.
    pub(super) whole: (Vec<usize>, Vec<isize>),
}

/// A tree of what a stage yields.
pub trait Yields {
    /// One operand of rank `R` per item.
    type Leaves<'a, R>;
    #[doc(hidden)]
    fn each(push: &mut impl FnMut(Yield));
    #[doc(hidden)]
    fn leaves<'a, R: YieldRank>(reduce: Reduce, next: &mut impl FnMut() -> Option<&'a Item>) -> Self::Leaves<'a, R>;
}

/// What is yielded: for a reduction whether it has a value over nothing.
pub(super) type Yield = Option<bool>;

impl Yields for () {
    type Leaves<'a, R> = ();
    fn each(_: &mut impl FnMut(Yield)) {}
    fn leaves<'a, R: YieldRank>(_: Reduce, _: &mut impl FnMut() -> Option<&'a Item>) {}
}
impl<A: Yields, B: Yields> Yields for (A, B) {
    type Leaves<'a, R> = (A::Leaves<'a, R>, B::Leaves<'a, R>);
    fn each(push: &mut impl FnMut(Yield)) {
        A::each(push);
        B::each(push);
    }
    fn leaves<'a, R: YieldRank>(reduce: Reduce, next: &mut impl FnMut() -> Option<&'a Item>) -> Self::Leaves<'a, R> {
        (A::leaves::<R>(reduce, next), B::leaves::<R>(reduce, next))
    }
}
impl<F: Reducer> Yields for Folded<F> {
    type Leaves<'a, R> = GpuLeaf<'a, F::Out, R>;
    fn each(push: &mut impl FnMut(Yield)) {
        push(Some(F::OF_NOTHING));
    }
    fn leaves<'a, R: YieldRank>(reduce: Reduce, next: &mut impl FnMut() -> Option<&'a Item>) -> Self::Leaves<'a, R> {
        let Some(item) = next() else {
            return GpuLeaf::failed();
        };
        let axes = if let Reduce::Axes(axes) = reduce { axes } else { &[] };
        match R::FORM {
            Form::Whole => item.leaf(&item.whole.0, &item.whole.1, Along::Same),
            Form::Single => item.leaf(&[], &[], Along::Same),
            _ => item.leaf(&item.made.sizes, &item.made.strides, Along::Kept(axes)),
        }
    }
}
impl<T> Yields for New<T> {
    type Leaves<'a, R> = GpuLeaf<'a, T, R>;
    fn each(push: &mut impl FnMut(Yield)) {
        push(None);
    }
    fn leaves<'a, R: YieldRank>(reduce: Reduce, next: &mut impl FnMut() -> Option<&'a Item>) -> Self::Leaves<'a, R> {
        let Some(item) = next() else {
            return GpuLeaf::failed();
        };
        let along = match (R::FORM, reduce) {
            (Form::Single, _) => return item.leaf(&[], &[], Along::Same),
            (Form::Kept, Reduce::Nothing(axes) | Reduce::Axes(axes)) => Along::Kept(axes),
            _ => Along::Same,
        };
        item.leaf(&item.made.sizes, &item.made.strides, along)
    }
}

impl Item {
    fn leaf<'a, E, R>(&'a self, sizes: &'a [usize], strides: &'a [isize], along: Along) -> GpuLeaf<'a, E, R> {
        let place = self.made.memory.as_ref().map(|memory| Place { memory, start: 0 });
        GpuLeaf::device(place, self.element, sizes, strides, along)
    }
}

/// Records stage `_number` of a call, which runs over the axes of `D`.
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
) -> Stage<W>
where
    D: Dimension,
    L: Reads,
    S: Types,
    W: Yields,
    F: Fn(Tok, L::Elems) -> Found<S, W>,
{
    let site = Site { call, place: Location::caller() };
    let mut yields = Vec::new();
    W::each(&mut |item| yields.push(item));
    let pass = erased::<(), L, S>(site, formula, D::NDIM, &(), &operands);
    let items = match machine.has_failed() {
        true => Vec::new(),
        false => run(machine, &pass, reduce, &yields).unwrap_or_else(|error| {
            machine.fail(error);
            Vec::new()
        }),
    };
    Stage { reduce, items, types: PhantomData }
}

impl<W: Yields> Stage<W> {
    /// What it yields, as operands of rank `R`: one per item.
    pub fn leaves<R: YieldRank>(&self, _: Rk<R>) -> W::Leaves<'_, R> {
        let mut items = self.items.iter();
        W::leaves::<R>(self.reduce, &mut || items.next())
    }
}

fn run(machine: &Machine, pass: &Pass, reduce: Reduce, yields: &[Yield]) -> Result<Vec<Item>, Box<BroadcastError>> {
    let ready = pass.prepare(machine)?;
    let alone = |(made, &element): (Made, &Type)| {
        let whole = (made.sizes.clone(), made.strides.clone());
        Item { element, made, whole }
    };
    match reduce {
        Reduce::Nothing(_) => Ok(ready.record(machine)?.into_iter().zip(&pass.fresh).map(alone).collect()),
        Reduce::Along(axes) => {
            let picked = |made: Made| {
                let sizes = axes.iter().map(|&axis| made.sizes[axis as usize]).collect();
                let strides = axes.iter().map(|&axis| made.strides[axis as usize]).collect();
                Made { sizes, strides, ..made }
            };
            Ok(ready.record(machine)?.into_iter().map(picked).zip(&pass.fresh).map(alone).collect())
        }
        Reduce::All | Reduce::Axes(_) => reduced(machine, ready, reduce, yields),
    }
}

/// A last pass.
pub struct Last<K, T, L, S, W> {
    site: Site,
    targets: T,
    operands: L,
    formula: &'static Formula,
    types: PhantomData<(K, S, W)>,
}

/// Makes a last pass.
#[track_caller]
pub fn last<K, T, L, S, W, F>(
    call: &'static Call<'static>,
    _: Rk<K>,
    targets: T,
    operands: L,
    formula: &'static Formula,
    _: F,
) -> Last<K, T, L, S, W>
where
    T: Goals,
    L: Reads,
    F: Fn(Tok, (T::Olds, L::Elems)) -> Found<S, (T::News, W)>,
{
    Last { site: Site { call, place: Location::caller() }, targets, operands, formula, types: PhantomData }
}

/// Runs the last passes of a call; panics at the caller's line if something failed.
#[track_caller]
pub fn run_stages<S, O: Lasts>(machine: &Machine, stages: S, lasts: O) -> O::Results {
    match try_run_stages(machine, stages, lasts) {
        Ok(results) => results,
        Err(error) => panic!("{error}"),
    }
}

/// Runs the last passes of a call, or says what failed.
pub fn try_run_stages<S, O: Lasts>(machine: &Machine, _: S, lasts: O) -> Result<O::Results, BroadcastError> {
    if let Some(error) = machine.failure() {
        return Err(*error);
    }
    let passes = lasts.passes();
    let ready: Result<Vec<Ready>, _> = passes.iter().map(|pass| pass.prepare(machine)).collect();
    let made: Result<Vec<Vec<Made>>, _> =
        ready.and_then(|ready| ready.into_iter().map(|ready| ready.record(machine)).collect());
    Ok(O::finish(&mut made.map_err(|error| *error)?.into_iter()))
}

/// The text of the kernels of a call.
#[track_caller]
pub fn text_run_stages<S, O: Lasts>(machine: &Machine, _: S, lasts: O) {
    let error = machine.failure().or_else(|| {
        lasts.passes().iter().find_map(|pass| pass.prepare(machine).and_then(|ready| ready.record(machine)).err())
    });
    if let Some(error) = error {
        panic!("{error}");
    }
}

/// A tree of last passes.
pub trait Lasts {
    /// Their results.
    type Results;
    #[doc(hidden)]
    fn passes(&self) -> Vec<Pass<'_>>;
    #[doc(hidden)]
    fn finish(made: &mut impl Iterator<Item = Vec<Made>>) -> Self::Results;
}

impl<A: Lasts, B: Lasts> Lasts for (A, B) {
    type Results = (A::Results, B::Results);
    fn passes(&self) -> Vec<Pass<'_>> {
        let mut passes = self.0.passes();
        passes.extend(self.1.passes());
        passes
    }
    fn finish(made: &mut impl Iterator<Item = Vec<Made>>) -> Self::Results {
        (A::finish(made), B::finish(made))
    }
}
impl<K: Rank + Source, T: Goals, L: Reads, S: Types, W: Fresh> Lasts for Last<K, T, L, S, W> {
    type Results = W::Out<<K as Source>::Dim>;
    fn passes(&self) -> Vec<Pass<'_>> {
        vec![erased::<T, L, S>(self.site, self.formula, K::NDIM, &self.targets, &self.operands)]
    }
    fn finish(made: &mut impl Iterator<Item = Vec<Made>>) -> Self::Results {
        finished::<W, <K as Source>::Dim>(made.next().unwrap_or_default())
    }
}
