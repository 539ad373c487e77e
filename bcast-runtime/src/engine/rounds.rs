//! Last passes of which some run after others, or of which one may stand in for all.

use super::Made;
use super::direct::Whole;
use super::dispatch::{Driver, several};
use super::last::Lasts;
use super::passes::{Passes, Run};
use super::staged::staged;
use super::stages::Stages;
use crate::error::BroadcastError;
use crate::place::{Arrays, PartOf};
use crate::shape::Shape;
use std::mem::ManuallyDrop;

/// Stages that read what last passes have written, and the last passes behind them.
pub struct Then<S, O> {
    stages: S,
    lasts: O,
}

/// Makes passes that run after other last passes.
#[inline(always)]
pub fn then<S: Stages, O: Lasts>(stages: S, lasts: O) -> Then<S, O> {
    Then { stages, lasts }
}

impl<S: Stages, O: Lasts> Lasts for Then<S, O> {
    type Results = O::Results;
    type On<P: Arrays> = O::On<P>;
    fn on<P: Arrays>(results: O::Results, wholes: &mut dyn Iterator<Item = Option<PartOf>>) -> O::On<P> {
        O::on(results, wholes)
    }
    type Values = O::Values;
    type Listed<'s>
        = (S::Listed<'s>, O::Listed<'s>)
    where
        Self: 's;
    fn list<'s>(&'s self, listed: &'s mut Self::Listed<'s>, passes: &mut Passes<'s>) {
        self.stages.list(&mut listed.0, passes);
        self.lasts.list(&mut listed.1, passes);
    }
    const ALONE: bool = false;
    fn alone<M: Driver>(self, _: M) -> Result<M::Made<Self::Results>, Box<BroadcastError>> {
        unreachable!("other last passes come before")
    }
    const RANK: Option<usize> = None;
    fn agree(&self, _: &mut Option<Shape>) -> bool {
        false
    }
    unsafe fn take(&self, made: &mut &[Made], shape: &Shape) -> Self::Results {
        // SAFETY: `made` begins with what these make: stages make nothing of it.
        unsafe { self.lasts.take(made, shape) }
    }
    unsafe fn finish(&self, run: &mut dyn Run) -> Self::Results {
        // SAFETY: `next` runs stages up to the next last pass.
        unsafe { self.lasts.finish(run) }
    }
}

/// Last passes, and one that does what all of them do if they have the same shape.
pub struct Either<A, B> {
    together: A,
    apart: B,
}

/// Makes last passes of which one may stand in for all.
#[inline(always)]
pub fn either<A: Lasts<Values = B::Values>, B: Lasts>(together: A, apart: B) -> Either<A, B> {
    Either { together, apart }
}

impl<A: Lasts<Values = B::Values>, B: Lasts> Lasts for Either<A, B> {
    type Results = B::Results;
    type On<P: Arrays> = B::On<P>;
    fn on<P: Arrays>(results: B::Results, wholes: &mut dyn Iterator<Item = Option<PartOf>>) -> B::On<P> {
        B::on(results, wholes)
    }
    type Values = B::Values;
    type Listed<'s>
        = B::Listed<'s>
    where
        Self: 's;
    fn list<'s>(&'s self, listed: &'s mut Self::Listed<'s>, passes: &mut Passes<'s>) {
        self.apart.list(listed, passes);
    }
    const SINGLE: bool = B::SINGLE;
    #[inline(always)]
    fn of_whole(&self, whole: &Whole) -> Self::Results {
        self.apart.of_whole(whole)
    }
    const ALONE: bool = true;
    fn explain<M: Driver>(&self, mode: M) {
        self.apart.explain(mode);
    }
    fn alone<M: Driver>(self, mode: M) -> Result<M::Made<Self::Results>, Box<BroadcastError>> {
        // Asked first: of passes of different ranks, the compiler makes no code of the one for all.
        if B::RANK.is_none() || !self.apart.agree(&mut None) {
            return staged(mode, (), self.apart);
        }
        let mut listed = ManuallyDrop::new(A::Listed::default());
        let mut passes = Passes::new();
        self.together.list(&mut listed, &mut passes);
        let take = |run: &mut dyn Run| {
            // SAFETY: the pass is that of `together`, which makes what `apart` would, and both outlive the run.
            unsafe {
                let done = run.next();
                self.apart.take(&mut &done.fresh[..], done.shape)
            }
        };
        // SAFETY: the only pass is that of `together`, which lives until `take` has run it.
        unsafe { several(mode, &mut passes, take) }
    }
    const RANK: Option<usize> = B::RANK;
    fn agree(&self, first: &mut Option<Shape>) -> bool {
        self.apart.agree(first)
    }
    unsafe fn take(&self, made: &mut &[Made], shape: &Shape) -> Self::Results {
        // SAFETY: the results are those of `apart`, with the same values, so `made` begins with what it is to make.
        unsafe { self.apart.take(made, shape) }
    }
    unsafe fn finish(&self, run: &mut dyn Run) -> Self::Results {
        // SAFETY: the passes are those of `apart`.
        unsafe { self.apart.finish(run) }
    }
}
