//! Calls on a place, as the expansion makes them. All of them are passes of a program: nothing is done at once.

use super::dispatch::{explain_swept, several_on};
use super::fail;
use super::last::Lasts;
use super::notes::Text;
use super::passes::Passes;
use super::stages::Stages;
use crate::error::BroadcastError;
use crate::ops::overflow::Notes;
use crate::place::{Arrays, Explaining, On};
use std::mem::ManuallyDrop;

/// Runs a call, of one pass or several; panics at the caller's line if the shapes do not fit.
#[track_caller]
pub fn run_stages<P: Arrays, S: Stages, O: Lasts>(place: On<P>, stages: S, lasts: O) -> O::On<P> {
    match try_run_stages(place, stages, lasts) {
        Ok(results) => results,
        Err(error) => fail(&error),
    }
}

/// Runs a call, of one pass or several, or says why the shapes do not fit.
#[track_caller]
pub fn try_run_stages<P: Arrays, S: Stages, O: Lasts>(
    place: On<P>,
    stages: S,
    lasts: O,
) -> Result<O::On<P>, BroadcastError> {
    let notes = Notes::begin();
    let mut listed = ManuallyDrop::new((S::Listed::default(), O::Listed::default()));
    let mut passes = list(&stages, &lasts, &mut listed);
    // SAFETY: the passes are those of the two trees, which do not move before they have run.
    let results = unsafe { several_on(place.place, &mut passes, |run| lasts.finish(run)) };
    notes.tell();
    let (results, wholes) = results.map_err(|error| *error)?;
    Ok(O::on(results, &mut wholes.into_iter()))
}

/// Says how a call would run; panics at the caller's line if the shapes do not fit, or the place would not run it.
#[track_caller]
pub fn explain_run_stages<R, S: Stages, O: Lasts>(
    texts: &[&'static Text],
    place: Explaining<R>,
    stages: S,
    lasts: O,
) -> R {
    match try_explain_run_stages(texts, place, stages, lasts) {
        Ok(plan) => plan,
        Err(error) => fail(&error),
    }
}

/// Says how a call would run, or why it would not.
pub fn try_explain_run_stages<R, S: Stages, O: Lasts>(
    texts: &[&'static Text],
    place: Explaining<R>,
    stages: S,
    lasts: O,
) -> Result<R, BroadcastError> {
    let mut listed = ManuallyDrop::new((S::Listed::default(), O::Listed::default()));
    let passes = list(&stages, &lasts, &mut listed);
    explain_swept(place.place, passes, texts, |sweeps| place.place.explain(sweeps)).map_err(|error| *error)
}

/// The passes of both trees. Nothing in their lists needs a drop, which only their types know.
fn list<'l, S: Stages, O: Lasts>(
    stages: &'l S,
    lasts: &'l O,
    (of_stages, of_lasts): &'l mut (S::Listed<'l>, O::Listed<'l>),
) -> Passes<'l> {
    let mut passes = Passes::new();
    stages.list(of_stages, &mut passes);
    lasts.list(of_lasts, &mut passes);
    passes
}
