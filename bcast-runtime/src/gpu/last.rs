//! The last passes of a call, which write its targets and results; with them all passes are recorded.

use super::formula::{Formula, Found, Types, Value};
use super::fuse::fused;
use super::launch::{Pass, Ready};
use super::machine::Machine;
use super::operand::{Erased, Fresh, Goals, Made, Origin, Reads};
use super::pool::Later;
use super::run::{erased, finished};
use super::stage::Stages;
use super::submit::Site;
use crate::call::Call;
use crate::error::BroadcastError;
use crate::rank::{Rank, Rk, Source};
use crate::simd::Tok;
use std::marker::PhantomData;
use std::panic::Location;

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

/// Runs the passes of a call; panics at the caller's line if something failed.
#[track_caller]
pub fn run_stages<S: Stages, O: Lasts>(machine: &Machine, stages: S, lasts: O) -> O::Results {
    match try_run_stages(machine, stages, lasts) {
        Ok(results) => results,
        Err(error) => panic!("{error}"),
    }
}

/// Runs the passes of a call, or says what failed.
pub fn try_run_stages<S: Stages, O: Lasts>(
    machine: &Machine,
    stages: S,
    lasts: O,
) -> Result<O::Results, BroadcastError> {
    let made = passes(machine, &stages, &lasts).map_err(|error| *error)?;
    Ok(O::finish(&mut made.into_iter()))
}

/// The text of the kernels of a call.
#[track_caller]
pub fn text_run_stages<S: Stages, O: Lasts>(machine: &Machine, stages: S, lasts: O) {
    if let Err(error) = passes(machine, &stages, &lasts) {
        panic!("{error}");
    }
}

/// Records all passes of a call when their shapes fit; what each of the last ones makes.
fn passes<S: Stages, O: Lasts>(
    machine: &Machine,
    stages: &S,
    lasts: &O,
) -> Result<Vec<Vec<Made>>, Box<BroadcastError>> {
    if let Some(error) = machine.failure() {
        return Err(error);
    }
    let lasts = lasts.passes();
    let mut ready = lasts.iter().map(|pass| pass.prepare(machine)).collect::<Result<Vec<Ready>, _>>()?;
    let mut planned = Vec::new();
    stages.each(&mut |stage| planned.push(stage));
    if let [last] = &mut ready[..]
        && fused(machine, &planned, last)?
    {
        return Ok(vec![last.made()]);
    }
    planned.iter().try_for_each(|stage| stage.run(machine))?;
    let taken: Vec<Option<Vec<Made>>> = ready.iter().map(|own| taken(own, &ready)).collect();
    for (ready, _) in ready.iter_mut().zip(&taken).filter(|(_, taken)| taken.is_none()) {
        ready.take_memory(machine)?;
    }
    let made = ready.into_iter().zip(taken);
    made.map(|(ready, taken)| taken.map_or_else(|| ready.record(machine), Ok)).collect()
}

/// What a last pass makes that only hands on what stages leave, which no other of the last passes reads.
fn taken(own: &Ready, all: &[Ready]) -> Option<Vec<Made>> {
    let (pass, sizes) = (own.pass, own.shape.sizes());
    if pass.targets > 0 || !pass.formula.steps.is_empty() {
        return None;
    }
    let strides: Vec<isize> = (0..sizes.len()).map(|axis| own.shape.fresh_stride(axis)).collect();
    let as_it_is = |operand: &Erased| {
        let stride = |axis| operand.axes.output_stride(axis, sizes.len());
        operand.axes.sizes() == sizes && (0..sizes.len()).all(|axis| sizes[axis] == 1 || stride(axis) == strides[axis])
    };
    let readers = |later: &Later| {
        let operands = all.iter().flat_map(|ready| &ready.pass.operands);
        operands.filter(|other| matches!(other.origin, Origin::Stage(other) if std::ptr::eq(other, later))).count()
    };
    let later = |value: &Value| match value {
        Value::Leaf(leaf) => match pass.operands[*leaf].origin {
            Origin::Stage(later) if as_it_is(&pass.operands[*leaf]) && readers(later) == 1 => Some(later),
            _ => None,
        },
        _ => None,
    };
    let laters: Vec<&Later> = pass.formula.values.iter().map(later).collect::<Option<_>>()?;
    let is_twice = |(at, later): (usize, &&Later)| laters[..at].iter().any(|other| std::ptr::eq(*other, *later));
    if laters.iter().enumerate().any(is_twice) {
        return None;
    }
    let made = |later: &&Later| Made { memory: later.take(), sizes: sizes.to_vec(), strides: strides.clone() };
    Some(laters.iter().map(made).collect())
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
