//! Calls of several passes. Each stage is recorded where the expansion makes it, so what it yields has sizes at once.
//!
//! A stage that fails leaves its error to the machine, and operands that nothing reads; the end of the call reports it.
//! Targets are written by last passes alone, and these only when all of them fit.

use super::element::Type;
use super::error::GpuError;
use super::fold::Folding;
use super::formula::{Formula, Found, Types};
use super::launch::{MOST, Machine, Pass, Ready, dispatched, erased, finished, on_device};
use super::operand::{Fresh, Goals, GpuLeaf, Made, Reads};
use super::pool::Memory;
use super::reduce::{Division, NO_READS, Reducing, ReducingParameters};
use super::submit::Site;
use super::text::{Spec, THREADS};
use crate::call::Call;
use crate::engine::Reduce;
use crate::engine::streams::New;
use crate::error::BroadcastError;
use crate::loop_plan::{Group, LoopPlan, Output};
use crate::operand::{Along, Form, RawOperand};
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
    element: Type,
    made: Made,
    /// The same with the axes that are reduced, of size 1.
    whole: (Vec<usize>, Vec<isize>),
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
type Yield = Option<bool>;

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
        GpuLeaf::device(self.made.memory.as_ref(), self.element, sizes, strides, along)
    }
}

/// Records stage `_number` of a call, which runs over the axes of `D`.
#[allow(clippy::too_many_arguments)]
#[track_caller]
pub fn stage<D, L, S, W, F>(
    machine: &Machine,
    _number: usize,
    call: &'static Call,
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

/// A reduction: its shape, and the kernels for it.
fn reduced(
    machine: &Machine,
    mut ready: Ready,
    reduce: Reduce,
    yields: &[Yield],
) -> Result<Vec<Item>, Box<BroadcastError>> {
    let (sizes, call) = (ready.shape.sizes().to_vec(), ready.pass.site.call.name);
    let is_reduced = |axis: usize| match reduce {
        Reduce::Axes(axes) => axes.contains(&(axis as u8)),
        _ => true,
    };
    if let Reduce::Axes(axes) = reduce
        && let Some(&axis) = axes.iter().find(|&&axis| axis as usize >= sizes.len())
    {
        return Err(Box::new(BroadcastError::Reduced { call, axis: axis as usize, rank: sizes.len() }));
    }
    let product = |reduced: bool| -> usize {
        sizes.iter().enumerate().filter(|(axis, _)| is_reduced(*axis) == reduced).map(|(_, &size)| size).product()
    };
    let (outputs, count) = (product(false), product(true));
    if outputs != 0 && count == 0 && yields.contains(&Some(false)) {
        return Err(Box::new(BroadcastError::Empty { call, sizes }));
    }
    // What is kept of the elements lies row by row, as the sizes of results do.
    ready.shape.row_major();
    let kept: Vec<usize> = (0..sizes.len()).filter(|&axis| !is_reduced(axis)).collect();
    let kept_sizes: Vec<usize> = kept.iter().map(|&axis| sizes[axis]).collect();
    let kept_strides = super::array::row_major(&kept_sizes);
    let whole_sizes: Vec<usize> = (0..sizes.len()).map(|axis| if is_reduced(axis) { 1 } else { sizes[axis] }).collect();
    let mut whole_strides = vec![0; sizes.len()];
    for (&axis, &stride) in kept.iter().zip(&kept_strides) {
        whole_strides[axis] = stride;
    }
    let foldings = foldings(ready.pass);
    let (pass, mut outs) = (ready.pass, foldings.clone().into_iter());
    let work = Work { ready: &ready, kept, outputs: outputs as u64, count: count as u64, foldings };
    let gpu_failed = |error| Box::new(BroadcastError::Gpu(error));
    let mut folded = work.run(machine).map_err(gpu_failed)?.into_iter();
    let full_strides = super::array::row_major(&sizes);
    let mut elements = std::mem::take(&mut ready.made).into_iter();
    let mut kept_types = pass.fresh.iter();
    let item = |of_nothing: &Yield| match of_nothing {
        Some(_) => Item {
            element: outs.next().map_or(Type::U32, |folding| folding.out),
            made: Made { memory: folded.next().flatten(), sizes: kept_sizes.clone(), strides: kept_strides.clone() },
            whole: (whole_sizes.clone(), whole_strides.clone()),
        },
        None => Item {
            element: kept_types.next().copied().unwrap_or(Type::U32),
            made: Made { memory: elements.next().flatten(), sizes: sizes.clone(), strides: full_strides.clone() },
            whole: (sizes.clone(), full_strides.clone()),
        },
    };
    Ok(yields.iter().map(item).collect())
}

/// The reductions of a pass, with their types.
fn foldings(pass: &Pass) -> Vec<Folding> {
    let folds = pass.formula.folds.iter();
    folds.map(|fold| Folding::of(fold.name, pass.type_of(fold.value))).collect()
}

/// The kernels of one reduction.
struct Work<'w, 'p, 'a> {
    ready: &'w Ready<'p, 'a>,
    kept: Vec<usize>,
    outputs: u64,
    count: u64,
    foldings: Vec<Folding>,
}

impl Work<'_, '_, '_> {
    fn run(&self, machine: &Machine) -> Result<Vec<Option<Memory>>, GpuError> {
        let pass = self.ready.pass;
        if self.outputs * self.count.max(1) > MOST {
            return Err(GpuError::TooLarge { size: self.outputs * self.count, most: MOST });
        }
        let (plan, kept) = self.plan();
        let inner = plan.inner();
        // Whether neighbours in memory are reduced together, as the first array that tells has it.
        let steps = |stream| (plan.stride(stream, inner).abs(), plan.stride(stream, kept - 1).abs());
        let told = |(reduced, kept): &(isize, isize)| *reduced != 0 && *kept != 0 && reduced != kept;
        let along = kept == 0 || (0..plan.reads()).map(steps).find(told).is_none_or(|(reduced, kept)| reduced < kept);
        let mut division = Division::of(self.outputs, self.count, along);
        let mut reducing = Reducing {
            foldings: self.foldings.clone(),
            kept,
            reduced: plan.sizes().len() - kept,
            finish: division.chunks == 1,
            joins: false,
        };
        let reads = pass.reads();
        let mut spec = Spec {
            formula: pass.formula,
            types: &pass.types,
            reads: &reads,
            targets: &[],
            fresh: &pass.fresh,
            axes: plan.sizes().len(),
        };
        let words = |spec: &Spec, reducing: &Reducing| self.parameters(spec, reducing, &plan);
        let (mut made, mut parameters) = (self.take(machine, &reducing, &division)?, words(&spec, &reducing));
        if self.outputs > 0 || machine.gpu.is_none() {
            self.record(machine, &spec, &reducing, &division, &mut parameters, &[], &made)?;
        }
        // Accumulators of chunks, until there is one chunk.
        while !reducing.finish {
            let parts = division.chunks;
            division = Division::of(self.outputs, parts, self.outputs == 1);
            reducing = Reducing { finish: division.chunks == 1, joins: true, kept: 1, reduced: 1, ..reducing };
            (spec.reads, spec.fresh) = (NO_READS, &[]);
            let next = self.take(machine, &reducing, &division)?;
            let mut parameters = vec![0; ReducingParameters::of(&spec, &reducing).words()];
            parameters[8] = parts as u32;
            self.record(machine, &spec, &reducing, &division, &mut parameters, &made, &next)?;
            made = next;
        }
        Ok(made)
    }

    /// Memory for what a kernel writes.
    fn take(
        &self,
        machine: &Machine,
        reducing: &Reducing,
        division: &Division,
    ) -> Result<Vec<Option<Memory>>, GpuError> {
        let count = self.outputs * division.chunks;
        let memory = |element: &Type| match machine.gpu {
            Some(gpu) => gpu.allocate(count * element.bytes() as u64).map(Some),
            None => Ok(None),
        };
        reducing.outputs().iter().map(memory).collect()
    }

    /// The axes, those that are kept first, and how many of these are left when they are merged.
    fn plan(&self) -> (LoopPlan, usize) {
        let ready = self.ready;
        let rank = ready.shape.sizes().len();
        let is_kept = |axis: &usize| self.kept.contains(axis);
        let long = |axis: &usize| ready.shape.sizes()[*axis] != 1;
        let kept = (0..rank).filter(is_kept).filter(long).map(|axis| (axis, Group::Kept));
        let reduced = || (0..rank).filter(|axis| !is_kept(axis)).map(|axis| (axis, Group::Reduced));
        // One at least, if there is any.
        let long_ones = reduced().filter(|(axis, _)| long(axis));
        let short_one = reduced().next().filter(|_| reduced().all(|(axis, _)| !long(&axis)));
        let order: Vec<(usize, Group)> = kept.chain(long_ones).chain(short_one).collect();
        let dense = ready.dense();
        let raw: Vec<RawOperand> =
            ready.pass.operands.iter().zip(&dense).map(|(operand, dense)| on_device(operand, dense)).collect();
        let outputs: Vec<Output<_>> = ready
            .pass
            .fresh
            .iter()
            .map(|_| Output { ptr: std::ptr::dangling_mut(), size: 1, stride: |axis| ready.shape.fresh_stride(axis) })
            .collect();
        let mut plan = LoopPlan::empty();
        plan.nest(&ready.shape, None, &order, &raw, &outputs);
        let mut count = 1;
        let kept = plan.sizes().iter().take_while(|&&size| {
            let before = count;
            count *= size as u64;
            before < self.outputs
        });
        let kept = if self.outputs <= 1 { 0 } else { kept.count() };
        (plan, kept)
    }

    fn parameters(&self, spec: &Spec, reducing: &Reducing, plan: &LoopPlan) -> Vec<u32> {
        let places = ReducingParameters::of(spec, reducing);
        let mut words = vec![0; places.words()];
        words[8] = self.count as u32;
        let (kept, reduced) = plan.sizes().split_at(reducing.kept);
        let sizes = kept.iter().skip(1).chain(reduced.iter().skip(1));
        for (word, &size) in words[ReducingParameters::SIZES..].iter_mut().zip(sizes) {
            *word = size as u32;
        }
        super::launch::streams(
            &mut words,
            plan,
            self.ready.pass,
            spec,
            |number| places.number(number),
            |stream| places.stream(stream),
        );
        words
    }

    #[allow(clippy::too_many_arguments)]
    fn record(
        &self,
        machine: &Machine,
        spec: &Spec,
        reducing: &Reducing,
        division: &Division,
        words: &mut [u32],
        parts: &[Option<Memory>],
        made: &[Option<Memory>],
    ) -> Result<(), GpuError> {
        words[2] = division.along.into();
        words[3] = division.lanes;
        words[4] = self.outputs as u32;
        words[6] = division.chunks as u32;
        words[7] = division.chunk as u32;
        words[9] = self.count as u32;
        let tasks = u64::from(THREADS / division.lanes);
        let groups = (self.outputs * division.chunks).div_ceil(tasks);
        let buffers = |memory: &'_ [Option<Memory>]| -> Vec<wgpu::Buffer> {
            memory.iter().flatten().map(|memory| memory.buffer().clone()).collect()
        };
        let mut arrays = buffers(parts);
        if !reducing.joins {
            arrays.extend(self.ready.operands().into_iter().cloned());
        }
        arrays.extend(buffers(made));
        if !reducing.joins {
            arrays.extend(buffers(&self.ready.made));
        }
        let mut key = spec.key();
        key.extend(reducing.key());
        let site = self.ready.pass.site;
        dispatched(machine, key, || reducing.text(spec), &arrays.iter().collect::<Vec<_>>(), words, groups, site)
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
    call: &'static Call,
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
