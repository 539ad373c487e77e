//! Calls of stages and last passes.

use super::direct::{Looked, STAGES, Whole};
use super::dispatch::{Driver, several};
use super::fail;
use super::last::Lasts;
use super::mode::Running;
use super::passes::Passes;
use super::route::Route;
use super::stages::Stages;
use crate::error::BroadcastError;
use crate::ops::overflow::Notes;
use crate::shape::Shape;
use std::mem::{ManuallyDrop, MaybeUninit};

/// Runs a call of several stages; panics at the caller's line if the shapes do not fit.
#[inline]
#[track_caller]
pub fn run_stages<S: Stages, O: Lasts>(stages: S, lasts: O) -> O::Results {
    let notes = Notes::begin();
    let results = start_stages(Running, stages, lasts);
    notes.tell();
    match results {
        Ok(results) => results,
        Err(error) => fail(&error),
    }
}

/// Runs a call of several stages, or says why the shapes do not fit.
#[inline]
#[track_caller]
pub fn try_run_stages<S: Stages, O: Lasts>(stages: S, lasts: O) -> Result<O::Results, BroadcastError> {
    let notes = Notes::begin();
    let results = start_stages(Running, stages, lasts);
    notes.tell();
    results.map_err(|error| *error)
}

#[inline(always)]
pub(crate) fn start_stages<M: Driver, S: Stages, O: Lasts>(
    mode: M,
    stages: S,
    lasts: O,
) -> Result<M::Made<O::Results>, Box<BroadcastError>> {
    // Types decided that no stage runs: it is an ordinary call, and the compiler makes no code of the rest.
    if S::LEN == 0 && O::ALONE {
        return lasts.alone(mode);
    }
    if S::LEN == 1
        && let Some(rank) = O::HANDS_ON
        && let Some(mut handed) = lasts.handed()
    {
        let mut shape = Shape::empty();
        if let Some(route) = stages.hand_on(mode, &mut handed, (rank, &mut shape)) {
            mode.take(route);
            // SAFETY: the stage has written all elements of what the last pass would make.
            return Ok(mode.made(|| unsafe { lasts.take(&mut handed.fresh(), &shape) }));
        }
    }
    let mut place = MaybeUninit::uninit();
    if const { S::LEN == 1 && O::SINGLE } {
        let whole = Whole::start(&mut place);
        if stages.whole(mode, whole).is_some() {
            return Ok(behind(mode, lasts, whole, &mut Looked::new()));
        }
    } else if const { may_be_whole::<S, O>() } {
        let (whole, mut looked, mut last) = (Whole::start(&mut place), S::looked(), Looked::new());
        let fit = stages.are_whole(whole, &mut looked) && (O::SINGLE || lasts.fits(whole, &mut last));
        if fit && stages.run_whole(mode, whole, &mut looked).is_some() {
            return Ok(behind(mode, lasts, whole, &mut last));
        }
    }
    staged(mode, stages, lasts)
}

/// Whether stages may run one after the other without a list of them. Code for it would be made for each call, whatever
/// it reduces: only optimised builds leave out what never runs.
const fn may_be_whole<S: Stages, O: Lasts>() -> bool {
    let is_handed_on = S::LEN == 1 && O::HANDS_ON.is_some();
    !cfg!(debug_assertions) && 1 <= S::LEN && S::LEN <= STAGES && !is_handed_on && (O::SINGLE || O::MAPS)
}

/// What comes behind stages that have run so.
#[inline(always)]
fn behind<M: Driver, O: Lasts>(mode: M, lasts: O, whole: &Whole, looked: &mut Looked) -> M::Made<O::Results> {
    mode.take(Route::EachDirect);
    if O::MAPS {
        return lasts.behind(mode, whole, looked);
    }
    if !M::RUNS {
        lasts.explain(mode);
    }
    mode.made(|| lasts.of_whole(whole))
}

pub(super) fn staged<M: Driver, S: Stages, O: Lasts>(
    mode: M,
    stages: S,
    lasts: O,
) -> Result<M::Made<O::Results>, Box<BroadcastError>> {
    // Nothing in these needs a drop, which only their types know.
    let mut listed = ManuallyDrop::new((S::Listed::default(), O::Listed::default()));
    let (of_stages, of_lasts) = &mut *listed;
    let mut passes = Passes::new();
    stages.list(of_stages, &mut passes);
    lasts.list(of_lasts, &mut passes);
    // The passes hold addresses of what `stages` and `lasts` own; neither moves before they have run.
    // SAFETY: the passes are those of the two trees.
    unsafe { several(mode, &mut passes, |run| lasts.finish(run)) }
}
