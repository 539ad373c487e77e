//! The last passes of a call, which write its targets and results; with them all passes are recorded.

use super::fuse::fused;
use super::launch::Ready;
use super::machine::Machine;
use super::operand::{Erased, Origin};
use super::pass::Pass;
use super::run::{erased, finished};
use super::stage::{Planned, Stages};
use super::tree::{Fresh, Goals, Made, Reads};
use crate::call::Call;
use crate::error::BroadcastError;
use crate::explain::Plan;
use crate::gpu::device::batch::Site;
use crate::gpu::device::memory::Later;
use crate::gpu::text::formula::{Formula, Found, Steps, Value};
use crate::rank::{Rank, Rk, Source};
use crate::simd::SimdToken;
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
    F: Fn(SimdToken, (T::Olds, L::Elems)) -> Found<S, (T::News, W)>,
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

/// What a call would do; panics at the caller's line if it could not run.
#[track_caller]
pub fn explain_run_stages<S: Stages, O: Lasts>(machine: &Machine, stages: S, lasts: O) -> Plan {
    match try_explain_run_stages(machine, stages, lasts) {
        Ok(plan) => plan,
        Err(error) => panic!("{error}"),
    }
}

/// What a call would do, or why it could not run.
pub fn try_explain_run_stages<S: Stages, O: Lasts>(
    machine: &Machine,
    stages: S,
    lasts: O,
) -> Result<Plan, BroadcastError> {
    passes(machine, &stages, &lasts).map_err(|error| *error)?;
    Ok(machine.plan())
}

/// A pass of a call.
#[doc(hidden)]
pub enum Turn<'s> {
    Stage(Planned<'s>),
    Last(Pass<'s>),
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
    let (mut turns, mut planned, mut finals) = (Vec::new(), Vec::new(), Vec::new());
    stages.each(&mut |stage| turns.push(Turn::Stage(stage)));
    lasts.turns(&mut turns);
    // The stages up to each of the last passes.
    let mut before = Vec::new();
    for turn in turns {
        match turn {
            Turn::Stage(stage) => planned.push(stage),
            Turn::Last(last) => {
                finals.push(last);
                before.push(planned.len());
            }
        }
    }
    let mut ready = finals.iter().map(|pass| pass.prepare(machine)).collect::<Result<Vec<Ready>, _>>()?;
    if let Some(made) = together(machine, lasts, &ready, &planned)? {
        return Ok(made);
    }
    if let ([last], [_]) = (&mut ready[..], &before[..])
        && fused(machine, &planned, last)?
    {
        return Ok(vec![last.made()]);
    }
    let (mut made, mut ran) = (Vec::new(), 0);
    for (ready, &stages) in ready.into_iter().zip(&before) {
        planned[ran..stages].iter().try_for_each(|stage| stage.run(machine))?;
        ran = stages;
        // Stages that run after it may read what it would hand on.
        let taken = if stages == planned.len() { taken(&ready, &finals) } else { None };
        taken.iter().for_each(|_| ready.note_taken(machine));
        made.push(taken.map_or_else(|| ready.run(machine), Ok)?);
    }
    Ok(made)
}

/// What all last passes make, by one kernel, if there is one for them and they have the same shape.
fn together<O: Lasts>(
    machine: &Machine,
    lasts: &O,
    apart: &[Ready],
    planned: &[Planned],
) -> Result<Option<Vec<Vec<Made>>>, Box<BroadcastError>> {
    let alike = planned.is_empty() && apart.iter().all(|ready| ready.shape.sizes() == apart[0].shape.sizes());
    let Some(pass) = lasts.together().filter(|_| alike) else {
        return Ok(None);
    };
    let mut made = pass.prepare(machine)?.run(machine)?.into_iter();
    Ok(Some(apart.iter().map(|ready| made.by_ref().take(ready.pass.fresh.len()).collect()).collect()))
}

/// What a last pass makes that only hands on what stages leave, which no other of the last passes reads.
fn taken(own: &Ready, all: &[Pass]) -> Option<Vec<Made>> {
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
        let operands = all.iter().flat_map(|pass| &pass.operands);
        operands.filter(|other| matches!(other.origin, Origin::Stage(other) if std::ptr::eq(other, later))).count()
    };
    let later = |value: &Value| match value {
        Value::Leaf(leaf) => match pass.operands[*leaf].origin {
            Origin::Stage(later) if as_it_is(&pass.operands[*leaf]) && readers(later) == 1 => Some(later),
            _ => None,
        },
        _ => None,
    };
    let laters: Vec<&Later> = pass.yielded.values.iter().map(later).collect::<Option<_>>()?;
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
    /// What each of them makes of one element: one that stands in for others makes the same.
    type Values;
    #[doc(hidden)]
    fn turns<'s>(&'s self, turns: &mut Vec<Turn<'s>>);
    /// The one that stands in for all if they have the same shape.
    #[doc(hidden)]
    fn together(&self) -> Option<Pass<'_>> {
        None
    }
    #[doc(hidden)]
    fn finish(made: &mut impl Iterator<Item = Vec<Made>>) -> Self::Results;
}

impl<A: Lasts, B: Lasts> Lasts for (A, B) {
    type Results = (A::Results, B::Results);
    type Values = (A::Values, B::Values);
    fn turns<'s>(&'s self, turns: &mut Vec<Turn<'s>>) {
        self.0.turns(turns);
        self.1.turns(turns);
    }
    fn finish(made: &mut impl Iterator<Item = Vec<Made>>) -> Self::Results {
        (A::finish(made), B::finish(made))
    }
}
impl<K: Rank + Source, T: Goals, L: Reads, S: Steps, W: Fresh> Lasts for Last<K, T, L, S, W> {
    type Results = W::Out<<K as Source>::Dim>;
    type Values = W;
    fn turns<'s>(&'s self, turns: &mut Vec<Turn<'s>>) {
        let formula = (self.formula, self.formula.yields());
        turns.push(Turn::Last(erased::<T, L, S>(self.site, formula, K::NDIM, &self.targets, &self.operands)));
    }
    fn finish(made: &mut impl Iterator<Item = Vec<Made>>) -> Self::Results {
        finished::<W, <K as Source>::Dim>(made.next().unwrap_or_default())
    }
}

/// Stages that read what last passes have written, and the last passes behind them.
pub struct Then<S, O> {
    stages: S,
    lasts: O,
}

/// Makes passes that run after other last passes.
pub fn then<S: Stages, O: Lasts>(stages: S, lasts: O) -> Then<S, O> {
    Then { stages, lasts }
}

impl<S: Stages, O: Lasts> Lasts for Then<S, O> {
    type Results = O::Results;
    type Values = O::Values;
    fn turns<'s>(&'s self, turns: &mut Vec<Turn<'s>>) {
        self.stages.each(&mut |stage| turns.push(Turn::Stage(stage)));
        self.lasts.turns(turns);
    }
    fn finish(made: &mut impl Iterator<Item = Vec<Made>>) -> Self::Results {
        O::finish(made)
    }
}

/// Last passes, and one that does what all of them do if they have the same shape.
pub struct Either<A, B> {
    together: A,
    apart: B,
}

/// Makes last passes of which one may stand in for all.
pub fn either<A: Lasts<Values = B::Values>, B: Lasts>(together: A, apart: B) -> Either<A, B> {
    Either { together, apart }
}

impl<A: Lasts<Values = B::Values>, B: Lasts> Lasts for Either<A, B> {
    type Results = B::Results;
    type Values = B::Values;
    fn turns<'s>(&'s self, turns: &mut Vec<Turn<'s>>) {
        self.apart.turns(turns);
    }
    fn together(&self) -> Option<Pass<'_>> {
        let mut turns = Vec::new();
        self.together.turns(&mut turns);
        turns.into_iter().find_map(|turn| if let Turn::Last(pass) = turn { Some(pass) } else { None })
    }
    fn finish(made: &mut impl Iterator<Item = Vec<Made>>) -> Self::Results {
        B::finish(made)
    }
}
